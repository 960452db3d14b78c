;; Another state that a seat cannot tell from the one in the block: what it has not identified is dealt anew
;; among the places where that may lie. See interpreter/determinize.py, whose draws these are.
;;
;; Meanwhile $origin is the address of a copy of the block as it was, less that of the block: what stood at an
;; address stands there behind it. By component: $new the number that takes its part, $blind whether the seat
;; has not identified it, $role_kinds a mask of the kinds and $role_contents the content that its part asks
;; for (-1: any). $placed are the blind ones in the order of their places.

(global $origin (mut i32) (i32.const 0))
(global $new (mut i32) (i32.const 0))
(global $blind (mut i32) (i32.const 0))
(global $role_kinds (mut i32) (i32.const 0))
(global $role_contents (mut i32) (i32.const 0))
(global $placed (mut i32) (i32.const 0))
(global $hidden (mut i32) (i32.const 0))
(global $places (mut i32) (i32.const 0))
(global $order (mut i32) (i32.const 0))

;; Deal anew for a seat, with draws from a generator; 0 where no world is found, and then the block holds
;; none. The interpreter does it where others have to answer anew, too: while a `together` is open.
(func $determinize (param $seat i32) (param $generator i32) (result i32)
  (local $base i32) (local $left i32) (local $found i32)
  (if (i32.ne (call $signal) (i32.const 1))
    (then (unreachable)))
  (if (i32.load offset=SEALED (call $waits_at))
    (then (unreachable)))
  (local.set $base (global.get $arena_base))
  (call $look_for (i32.shl (i32.const 1) (local.get $seat)))
  (local.set $left (const TRIES))
  (block $done
    (loop $again
      (br_if $done (i32.eqz (local.get $left)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (local.set $found (call $dealt (local.get $seat) (local.get $generator)))
      (br_if $again (i32.eqz (local.get $found)))))
  (global.set $arena_base (local.get $base))
  (local.get $found))

;; Room for what is worked out, and all that stays the same for each world.
(func $look_for (param $eye i32)
  (local $bytes i32)
  (local.set $bytes (i32.shl (const COMPONENTS) (i32.const 2)))
  (global.set $origin
    (i32.sub (call $reserve (i32.load offset=USED (i32.const 0))) (const STATE)))
  (memory.copy
    (i32.add (global.get $origin) (const STATE)) (const STATE) (i32.load offset=USED (i32.const 0)))
  (global.set $new (call $reserve (local.get $bytes)))
  (global.set $blind (call $reserve (local.get $bytes)))
  (global.set $role_kinds
    (call $reserve (i32.mul (local.get $bytes) (const KIND_WORDS))))
  (global.set $role_contents (call $reserve (local.get $bytes)))
  (global.set $placed (call $reserve (local.get $bytes)))
  (global.set $places (call $reserve (local.get $bytes)))
  (global.set $order (call $reserve (local.get $bytes)))
  (memory.fill (global.get $role_kinds) (i32.const 255)
    (i32.mul (local.get $bytes) (const KIND_WORDS)))
  (memory.fill (global.get $role_contents) (i32.const 255) (local.get $bytes))
  (call $find_blind (local.get $eye))
  (if (global.get $hidden)
    (then
      (call $narrow_places)
      (call $narrow_state)
      (call $narrow_frames))))

;; What an eye has not identified, in the order in which it lies.
(func $find_blind (param $eye i32)
  (local $zone i32) (local $component i32) (local $at i32) (local $not i32)
  (global.set $hidden (i32.const 0))
  (block $done
    (loop $zones
      (br_if $done (i32.ge_u (local.get $zone) (i32.shl (const ZONES) (i32.const 2))))
      (local.set $component (i32.load offset=HEAD (local.get $zone)))
      (block $end
        (loop $chain
          (br_if $end (i32.lt_s (local.get $component) (i32.const 0)))
          (local.set $at (i32.shl (local.get $component) (i32.const 2)))
          (local.set $not
            (i32.ne
              (i32.and (i32.load offset=KNOWN (local.get $at)) (local.get $eye))
              (local.get $eye)))
          (i32.store (i32.add (global.get $blind) (local.get $at)) (local.get $not))
          (i32.store
            (i32.add (global.get $placed) (i32.shl (global.get $hidden) (i32.const 2)))
            (local.get $component))
          (global.set $hidden (i32.add (global.get $hidden) (local.get $not)))
          (local.set $component (i32.load offset=NEXT (local.get $at)))
          (br $chain)))
      (local.set $zone (i32.add (local.get $zone) (i32.const 4)))
      (br $zones))))

;; ---- What may take a part ----

;; The kinds that the places hold; a die stays one of its kind.
(func $narrow_places
  (local $number i32) (local $component i32) (local $word i32) (local $at i32)
  (loop $next
    (local.set $component
      (i32.load (i32.add (global.get $placed) (i32.shl (local.get $number) (i32.const 2)))))
    (if (const ANY_KINDS)
      (then
        (local.set $word (i32.const 0))
        (loop $words
          (local.set $at
            (i32.add
              (global.get $role_kinds)
              (i32.shl
                (i32.add (i32.mul (local.get $component) (const KIND_WORDS)) (local.get $word))
                (i32.const 2))))
          (i32.store (local.get $at)
            (i32.and
              (i32.load (local.get $at))
              (i32.load offset=ACCEPTS
                (i32.shl
                  (i32.add
                    (i32.mul
                      (i32.load offset=PLACE (i32.shl (local.get $component) (i32.const 2)))
                      (const KIND_WORDS))
                    (local.get $word))
                  (i32.const 2)))))
          (local.set $word (i32.add (local.get $word) (i32.const 1)))
          (br_if $words (i32.lt_u (local.get $word) (const KIND_WORDS))))))
    (if (i32.load offset=DIE_KIND (i32.shl (local.get $component) (i32.const 2)))
      (then
        (call $narrow
          (local.get $component)
          (i32.load offset=KIND_OF (i32.shl (local.get $component) (i32.const 2))))))
    (local.set $number (i32.add (local.get $number) (i32.const 1)))
    (br_if $next (i32.lt_u (local.get $number) (global.get $hidden)))))

(func $narrow_frames
  (local $frame i32)
  (local.set $frame (i32.load offset=TOP (i32.const 0)))
  (block $done
    (loop $down
      (br_if $done (i32.eqz (local.get $frame)))
      (call $narrow_frame (local.get $frame))
      (local.set $frame (i32.load offset=FRAME_BELOW (local.get $frame)))
      (br $down))))

;; The part of a component asks for this kind.
(func $narrow (param $component i32) (param $kind i32)
  (local $word i32) (local $at i32)
  (loop $words
    (local.set $at
      (i32.add
        (global.get $role_kinds)
        (i32.shl
          (i32.add (i32.mul (local.get $component) (const KIND_WORDS)) (local.get $word))
          (i32.const 2))))
    (i32.store (local.get $at)
      (i32.and
        (i32.load (local.get $at))
        (if (result i32) (i32.eq (i32.shr_u (local.get $kind) (i32.const 5)) (local.get $word))
          (then (i32.shl (i32.const 1) (i32.and (local.get $kind) (i32.const 31))))
          (else (i32.const 0)))))
    (local.set $word (i32.add (local.get $word) (i32.const 1)))
    (br_if $words (i32.lt_u (local.get $word) (const KIND_WORDS)))))

;; What takes a further space stays of its kind; a table says where it stands.
(func $narrow_reaching (param $table i32)
  (local $component i32) (local $where i32)
  (loop $next
    (local.set $where
      (i32.load (i32.add (local.get $table) (i32.shl (local.get $component) (i32.const 2)))))
    (if (local.get $where)
      (then
        (if (i32.ne (i32.load (local.get $where)) (const NONE))
          (then
            (call $narrow
              (local.get $component)
              (i32.load offset=KIND_OF (i32.shl (local.get $component) (i32.const 2))))))))
    (local.set $component (i32.add (local.get $component) (i32.const 1)))
    (br_if $next (i32.lt_u (local.get $component) (const COMPONENTS)))))

(func $narrow_word (param $at i32) (param $kind i32)
  (if (i32.ge_s (i32.load (local.get $at)) (i32.const 0))
    (then (call $narrow (i32.load (local.get $at)) (local.get $kind)))))

(func $narrow_words (param $at i32) (param $count i32) (param $kind i32)
  (block $done
    (loop $next
      (br_if $done (i32.le_s (local.get $count) (i32.const 0)))
      (call $narrow_word (local.get $at) (local.get $kind))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br $next))))

(func $narrow_mask (param $at i32) (param $words i32) (param $kind i32)
  (local $number i32)
  (loop $next
    (if (call $has_bit (local.get $at) (local.get $number))
      (then (call $narrow (local.get $number) (local.get $kind))))
    (local.set $number (i32.add (local.get $number) (i32.const 1)))
    (br_if $next (i32.lt_u (local.get $number) (const COMPONENTS)))))

(func $has_bit (param $at i32) (param $number i32) (result i32)
  (i32.and
    (i32.shr_u
      (i32.load
        (i32.add
          (local.get $at)
          (i32.shl (i32.shr_u (local.get $number) (i32.const 5)) (i32.const 2))))
      (i32.and (local.get $number) (i32.const 31)))
    (i32.const 1)))

;; The code of a component is running: it stays of its content.
(func $act_word (param $at i32)
  (call $act (i32.load (local.get $at))))

(func $act (param $component i32)
  (i32.store
    (i32.add (global.get $role_contents) (i32.shl (local.get $component) (i32.const 2)))
    (i32.load offset=CONTENT_OF (i32.shl (local.get $component) (i32.const 2)))))

;; So do those that live hooks come from.
(func $act_hooks (param $hooks i32)
  (local $left i32)
  (local.set $left (i32.load (local.get $hooks)))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $left)))
      (if (i32.load offset=OWN_HOOK (i32.shl (i32.load offset=4 (local.get $hooks)) (i32.const 2)))
        (then (call $act (i32.load offset=8 (local.get $hooks)))))
      (local.set $hooks (i32.add (local.get $hooks) (i32.const 12)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br $next))))

;; Whether a component can take the part of another one.
(func $takes (param $part i32) (param $component i32) (result i32)
  (local $kind i32) (local $content i32)
  (local.set $kind (i32.load offset=KIND_OF (i32.shl (local.get $component) (i32.const 2))))
  (if (i32.eqz
        (call $has_bit
          (i32.add
            (global.get $role_kinds)
            (i32.shl (i32.mul (local.get $part) (const KIND_WORDS)) (i32.const 2)))
          (local.get $kind)))
    (then (return (i32.const 0))))
  (local.set $content
    (i32.load (i32.add (global.get $role_contents) (i32.shl (local.get $part) (i32.const 2)))))
  (i32.or
    (i32.lt_s (local.get $content) (i32.const 0))
    (i32.eq
      (local.get $content)
      (i32.load offset=CONTENT_OF (i32.shl (local.get $component) (i32.const 2))))))

;; ---- One world ----

;; Make a world in the block; whether its question may stand there.
(func $dealt (param $seat i32) (param $generator i32) (result i32)
  (local $moved i32) (local $high i64)
  (if (global.get $hidden)
    (then (local.set $moved (call $deal (local.get $generator)))))
  (memory.copy (const STATE)
    (i32.add (global.get $origin) (const STATE))
    (i32.load offset=USED (global.get $origin)))
  (if (local.get $moved)
    (then
      (call $renumber_table)
      (call $renumber_state)
      (call $renumber_frames)))
  (local.set $high (i64.extend_i32_u (call $draw (local.get $generator))))
  (call $start_generator (const RNG)
    (i64.or
      (i64.shl (local.get $high) (i64.const 32))
      (i64.extend_i32_u (call $draw (local.get $generator))))
    (i64.const 3))
  ;; Where nothing has moved, nothing else can be asked.
  (if (i32.eqz (local.get $moved))
    (then (return (i32.const 1))))
  (call $asks_alike (local.get $seat)))

;; Who takes whose part: those of one look change places. Whether anybody does.
(func $deal (param $generator i32) (result i32)
  (local $component i32) (local $at i32) (local $moved i32)
  (loop $same
    (i32.store
      (i32.add (global.get $new) (i32.shl (local.get $component) (i32.const 2)))
      (local.get $component))
    (local.set $component (i32.add (local.get $component) (i32.const 1)))
    (br_if $same (i32.lt_u (local.get $component) (const COMPONENTS))))
  (local.set $component (i32.const 0))
  (loop $next
    (local.set $at (i32.shl (local.get $component) (i32.const 2)))
    (if (i32.load (i32.add (global.get $blind) (local.get $at)))
      (then
        (if (call $is_first (local.get $component))
          (then
            (call $deal_group
              (i32.load offset=LOOK (local.get $at)) (local.get $generator))))))
    (local.set $component (i32.add (local.get $component) (i32.const 1)))
    (br_if $next (i32.lt_u (local.get $component) (const COMPONENTS))))
  (local.set $component (i32.const 0))
  (loop $look
    (local.set $moved
      (i32.or
        (local.get $moved)
        (i32.ne
          (i32.load (i32.add (global.get $new) (i32.shl (local.get $component) (i32.const 2))))
          (local.get $component))))
    (local.set $component (i32.add (local.get $component) (i32.const 1)))
    (br_if $look (i32.lt_u (local.get $component) (const COMPONENTS))))
  (local.get $moved))

;; Whether no blind component before this one looks like it.
(func $is_first (param $component i32) (result i32)
  (local $look i32)
  (local.set $look (i32.load offset=LOOK (i32.shl (local.get $component) (i32.const 2))))
  (loop $back
    (local.set $component (i32.sub (local.get $component) (i32.const 1)))
    (if (i32.lt_s (local.get $component) (i32.const 0))
      (then (return (i32.const 1))))
    (br_if $back
      (i32.or
        (i32.ne
          (i32.load offset=LOOK (i32.shl (local.get $component) (i32.const 2)))
          (local.get $look))
        (i32.eqz
          (i32.load
            (i32.add (global.get $blind) (i32.shl (local.get $component) (i32.const 2))))))))
  (i32.const 0))

;; The blind ones of a look: $places in the order of their places, $order ascending; then who comes where.
(func $deal_group (param $look i32) (param $generator i32)
  (local $number i32) (local $component i32) (local $count i32)
  (loop $gather
    (local.set $component
      (i32.load (i32.add (global.get $placed) (i32.shl (local.get $number) (i32.const 2)))))
    (if (i32.eq
          (i32.load offset=LOOK (i32.shl (local.get $component) (i32.const 2)))
          (local.get $look))
      (then
        (i32.store
          (i32.add (global.get $places) (i32.shl (local.get $count) (i32.const 2)))
          (local.get $component))
        (local.set $count (i32.add (local.get $count) (i32.const 1)))))
    (local.set $number (i32.add (local.get $number) (i32.const 1)))
    (br_if $gather (i32.lt_u (local.get $number) (global.get $hidden))))
  (local.set $component (i32.const 0))
  (local.set $number (i32.const 0))
  (loop $ascending
    (if (i32.and
          (i32.eq
            (i32.load offset=LOOK (i32.shl (local.get $component) (i32.const 2)))
            (local.get $look))
          (i32.load (i32.add (global.get $blind) (i32.shl (local.get $component) (i32.const 2)))))
      (then
        (i32.store
          (i32.add (global.get $order) (i32.shl (local.get $number) (i32.const 2)))
          (local.get $component))
        (local.set $number (i32.add (local.get $number) (i32.const 1)))))
    (local.set $component (i32.add (local.get $component) (i32.const 1)))
    (br_if $ascending (i32.lt_u (local.get $component) (const COMPONENTS))))
  (if (call $all_fit (local.get $count))
    (then (call $mix_all (local.get $count) (local.get $generator)))
    (else (call $mix_some (local.get $count) (local.get $generator))))
  (local.set $number (i32.const 0))
  (loop $put
    (i32.store
      (i32.add
        (global.get $new)
        (i32.shl
          (i32.load (i32.add (global.get $places) (i32.shl (local.get $number) (i32.const 2))))
          (i32.const 2)))
      (i32.load (i32.add (global.get $order) (i32.shl (local.get $number) (i32.const 2)))))
    (local.set $number (i32.add (local.get $number) (i32.const 1)))
    (br_if $put (i32.lt_u (local.get $number) (local.get $count)))))

;; Whether each of a group can take each part: parts that ask for the same are looked at once.
(func $all_fit (param $count i32) (result i32)
  (local $part i32) (local $other i32) (local $last i32)
  (local.set $last (i32.const -1))
  (loop $parts
    (if (i32.eqz
          (call $like_part
            (i32.load (i32.add (global.get $places) (i32.shl (local.get $part) (i32.const 2))))
            (local.get $last)))
      (then
        (local.set $last
          (i32.load (i32.add (global.get $places) (i32.shl (local.get $part) (i32.const 2)))))
        (local.set $other (i32.const 0))
        (loop $others
          (if (i32.eqz
                (call $takes
                  (local.get $last)
                  (i32.load (i32.add (global.get $order) (i32.shl (local.get $other) (i32.const 2))))))
            (then (return (i32.const 0))))
          (local.set $other (i32.add (local.get $other) (i32.const 1)))
          (br_if $others (i32.lt_u (local.get $other) (local.get $count))))))
    (local.set $part (i32.add (local.get $part) (i32.const 1)))
    (br_if $parts (i32.lt_u (local.get $part) (local.get $count))))
  (i32.const 1))

;; Whether a part asks for the same as another one (-1: none).
(func $like_part (param $part i32) (param $other i32) (result i32)
  (local $word i32)
  (if (i32.lt_s (local.get $other) (i32.const 0))
    (then (return (i32.const 0))))
  (if (i32.ne
        (i32.load (i32.add (global.get $role_contents) (i32.shl (local.get $part) (i32.const 2))))
        (i32.load (i32.add (global.get $role_contents) (i32.shl (local.get $other) (i32.const 2)))))
    (then (return (i32.const 0))))
  (local.set $part (i32.mul (local.get $part) (const KIND_WORDS)))
  (local.set $other (i32.mul (local.get $other) (const KIND_WORDS)))
  (loop $words
    (if (i32.ne
          (i32.load (i32.add (global.get $role_kinds) (i32.shl (local.get $part) (i32.const 2))))
          (i32.load (i32.add (global.get $role_kinds) (i32.shl (local.get $other) (i32.const 2)))))
      (then (return (i32.const 0))))
    (local.set $part (i32.add (local.get $part) (i32.const 1)))
    (local.set $other (i32.add (local.get $other) (i32.const 1)))
    (local.set $word (i32.add (local.get $word) (i32.const 1)))
    (br_if $words (i32.lt_u (local.get $word) (const KIND_WORDS))))
  (i32.const 1))

;; Every order is as likely as any other.
(func $mix_all (param $count i32) (param $generator i32)
  (local $place i32)
  (block $done
    (loop $next
      (br_if $done (i32.ge_u (i32.add (local.get $place) (i32.const 1)) (local.get $count)))
      (call $swap_words
        (local.get $place)
        (i32.add
          (local.get $place)
          (call $below (local.get $generator) (i32.sub (local.get $count) (local.get $place)))))
      (local.set $place (i32.add (local.get $place) (i32.const 1)))
      (br $next))))

(func $swap_words (param $place i32) (param $other i32)
  (local $held i32)
  (local.set $place (i32.add (global.get $order) (i32.shl (local.get $place) (i32.const 2))))
  (local.set $other (i32.add (global.get $order) (i32.shl (local.get $other) (i32.const 2))))
  (local.set $held (i32.load (local.get $place)))
  (i32.store (local.get $place) (i32.load (local.get $other)))
  (i32.store (local.get $other) (local.get $held)))

;; Many exchanges, each only where both can take the other's part.
(func $mix_some (param $count i32) (param $generator i32)
  (local $left i32) (local $one i32) (local $other i32)
  (memory.copy (global.get $order) (global.get $places) (i32.shl (local.get $count) (i32.const 2)))
  (local.set $left (i32.shl (local.get $count) (i32.const 4)))
  (loop $next
    (local.set $one (call $below (local.get $generator) (local.get $count)))
    (local.set $other (call $below (local.get $generator) (local.get $count)))
    (if (call $takes
          (i32.load (i32.add (global.get $places) (i32.shl (local.get $one) (i32.const 2))))
          (i32.load (i32.add (global.get $order) (i32.shl (local.get $other) (i32.const 2)))))
      (then
        (if (call $takes
              (i32.load (i32.add (global.get $places) (i32.shl (local.get $other) (i32.const 2))))
              (i32.load (i32.add (global.get $order) (i32.shl (local.get $one) (i32.const 2)))))
          (then (call $swap_words (local.get $one) (local.get $other))))))
    (local.set $left (i32.sub (local.get $left) (i32.const 1)))
    (br_if $next (local.get $left))))

;; ---- Renumbering ----

;; Where components lie and how, what seats know of them, and what chains they form.
(func $renumber_table
  (local $from i32) (local $to i32) (local $end i32)
  (local.set $from (global.get $origin))
  (local.set $end (i32.add (local.get $from) (i32.shl (const COMPONENTS) (i32.const 2))))
  (loop $components
    (local.set $to
      (i32.shl
        (i32.load (i32.add (global.get $new) (i32.sub (local.get $from) (global.get $origin))))
        (i32.const 2)))
    (i32.store offset=PLACE (local.get $to) (i32.load offset=PLACE (local.get $from)))
    (i32.store offset=FACE (local.get $to) (i32.load offset=FACE (local.get $from)))
    (i32.store offset=DIE (local.get $to) (i32.load offset=DIE (local.get $from)))
    (i32.store offset=KNOWN (local.get $to) (i32.load offset=KNOWN (local.get $from)))
    (i32.store offset=NEXT (local.get $to)
      (call $newly (i32.load offset=NEXT (local.get $from))))
    (i32.store offset=PREVIOUS (local.get $to)
      (call $newly (i32.load offset=PREVIOUS (local.get $from))))
    (local.set $from (i32.add (local.get $from) (i32.const 4)))
    (br_if $components (i32.lt_u (local.get $from) (local.get $end))))
  (local.set $to (i32.const 0))
  (loop $zones
    (i32.store offset=HEAD (local.get $to)
      (call $newly (i32.load offset=HEAD (local.get $to))))
    (i32.store offset=TAIL (local.get $to)
      (call $newly (i32.load offset=TAIL (local.get $to))))
    (if (i32.eqz (i32.load offset=ORDERED (local.get $to)))
      (then (call $sort_zone (local.get $to))))
    (local.set $to (i32.add (local.get $to) (i32.const 4)))
    (br_if $zones (i32.lt_u (local.get $to) (i32.shl (const ZONES) (i32.const 2))))))

;; Who takes the part of a component; none stays none.
(func $newly (param $component i32) (result i32)
  (if (i32.lt_s (local.get $component) (i32.const 0))
    (then (return (local.get $component))))
  (i32.load (i32.add (global.get $new) (i32.shl (local.get $component) (i32.const 2)))))

;; Put the chain of a zone (its number as bytes) into ascending order: what lies too low is put in anew.
(func $sort_zone (param $zone i32)
  (local $component i32) (local $next i32) (local $before i32)
  (local.set $component (i32.load offset=HEAD (local.get $zone)))
  (block $done
    (loop $chain
      (br_if $done (i32.lt_s (local.get $component) (i32.const 0)))
      (local.set $next (i32.load offset=NEXT (i32.shl (local.get $component) (i32.const 2))))
      (local.set $before
        (i32.load offset=PREVIOUS (i32.shl (local.get $component) (i32.const 2))))
      (if (i32.gt_s (local.get $before) (local.get $component))
        (then
          (call $unlink (local.get $component) (i32.shr_u (local.get $zone) (i32.const 2)))
          (block $found
            (loop $back
              (br_if $found (i32.lt_s (local.get $before) (local.get $component)))
              (local.set $before
                (i32.load offset=PREVIOUS (i32.shl (local.get $before) (i32.const 2))))
              (br $back)))
          (call $link
            (local.get $component) (i32.shr_u (local.get $zone) (i32.const 2)) (local.get $before))))
      (local.set $component (local.get $next))
      (br $chain))))

;; A state variable of components goes along to who has it too. Its address would be $base for component 0.
(func $carry (param $base i32) (param $stride i32) (param $has i32)
  (local $component i32) (local $to i32)
  (loop $next
    (local.set $to
      (i32.load (i32.add (global.get $new) (i32.shl (local.get $component) (i32.const 2)))))
    (if (i32.and
          (i32.load (i32.add (local.get $has) (i32.shl (local.get $component) (i32.const 2))))
          (i32.load (i32.add (local.get $has) (i32.shl (local.get $to) (i32.const 2)))))
      (then
        (memory.copy
          (i32.add (local.get $base) (i32.mul (local.get $to) (local.get $stride)))
          (i32.add
            (global.get $origin)
            (i32.add (local.get $base) (i32.mul (local.get $component) (local.get $stride))))
          (local.get $stride))))
    (local.set $component (i32.add (local.get $component) (i32.const 1)))
    (br_if $next (i32.lt_u (local.get $component) (const COMPONENTS)))))

;; Further spaces that are taken go along whatever takes them; a table says where they stand.
(func $carry_space (param $table i32)
  (local $component i32) (local $from i32) (local $to i32)
  (loop $next
    (local.set $to
      (i32.load
        (i32.add
          (local.get $table)
          (i32.shl
            (i32.load
              (i32.add (global.get $new) (i32.shl (local.get $component) (i32.const 2))))
            (i32.const 2)))))
    (if (local.get $to)
      (then
        (local.set $from
          (i32.load (i32.add (local.get $table) (i32.shl (local.get $component) (i32.const 2)))))
        (i32.store (local.get $to)
          (if (result i32) (local.get $from)
            (then (i32.load (i32.add (global.get $origin) (local.get $from))))
            (else (const NONE))))))
    (local.set $component (i32.add (local.get $component) (i32.const 1)))
    (br_if $next (i32.lt_u (local.get $component) (const COMPONENTS)))))

(func $renumber_frames
  (local $frame i32)
  (local.set $frame (i32.load offset=TOP (i32.const 0)))
  (block $done
    (loop $down
      (br_if $done (i32.eqz (local.get $frame)))
      (call $renumber_frame (local.get $frame))
      (local.set $frame (i32.load offset=FRAME_BELOW (local.get $frame)))
      (br $down))))

(func $renumber_word (param $at i32)
  (i32.store (local.get $at) (call $newly (i32.load (local.get $at)))))

(func $renumber_words (param $at i32) (param $count i32)
  (block $done
    (loop $next
      (br_if $done (i32.le_s (local.get $count) (i32.const 0)))
      (call $renumber_word (local.get $at))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br $next))))

(func $renumber_mask (param $at i32) (param $words i32)
  (local $old i32) (local $number i32) (local $to i32) (local $word i32)
  (local.set $old (call $alloc (local.get $words)))
  (memory.copy (local.get $old) (local.get $at) (i32.shl (local.get $words) (i32.const 2)))
  (memory.fill (local.get $at) (i32.const 0) (i32.shl (local.get $words) (i32.const 2)))
  (loop $next
    (if (call $has_bit (local.get $old) (local.get $number))
      (then
        (local.set $to (call $newly (local.get $number)))
        (local.set $word
          (i32.add
            (local.get $at)
            (i32.shl (i32.shr_u (local.get $to) (i32.const 5)) (i32.const 2))))
        (i32.store (local.get $word)
          (i32.or
            (i32.load (local.get $word))
            (i32.shl (i32.const 1) (i32.and (local.get $to) (i32.const 31)))))))
    (local.set $number (i32.add (local.get $number) (i32.const 1)))
    (br_if $next (i32.lt_u (local.get $number) (const COMPONENTS))))
  (global.set $arena (local.get $old)))

;; The components that live hooks come from.
(func $renumber_hooks (param $hooks i32)
  (local $left i32)
  (local.set $left (i32.load (local.get $hooks)))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $left)))
      (if (i32.load offset=OWN_HOOK (i32.shl (i32.load offset=4 (local.get $hooks)) (i32.const 2)))
        (then (call $renumber_word (i32.add (local.get $hooks) (i32.const 8)))))
      (local.set $hooks (i32.add (local.get $hooks) (i32.const 12)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br $next))))

;; ---- The question ----

;; Put the question anew; whether it may stand here, where $seat was asked or sees another one asked.
(func $asks_alike (param $seat i32) (result i32)
  (if (i32.ne (call $ask_anew) (i32.const 1))
    (then (return (i32.const 0))))
  (if (i32.eqz (i32.load offset=COUNT (i32.const 0)))
    (then (return (i32.const 0))))
  (if (i32.ne (i32.load offset=SEAT (i32.const 0)) (i32.load offset=SEAT (global.get $origin)))
    (then (return (i32.const 0))))
  (if (i32.ne (i32.load offset=SEAT (i32.const 0)) (local.get $seat))
    (then (return (i32.const 1))))
  (if (i32.ne (i32.load offset=COUNT (i32.const 0)) (i32.load offset=COUNT (global.get $origin)))
    (then (return (i32.const 0))))
  (call $same_rows))

;; The routine on top asks again what it has asked; gives a signal, 0 where it would not ask.
(func $ask_anew (result i32)
  (local $signal i32)
  (call $resume)
  (global.set $anew (i32.const 1))
  (global.set $came (const ANEW))
  (local.set $signal (call $dispatch))
  (global.set $anew (i32.const 0))
  (if (local.get $signal)
    (then (call $waiting (local.get $signal))))
  (local.get $signal))

;; Where the tables of points say something of the one at which the frame on top waits.
(func $waits_at (result i32)
  (local $frame i32)
  (local.set $frame (i32.load offset=TOP (i32.const 0)))
  (i32.shl
    (i32.add
      (i32.load offset=FIRST_POINT
        (i32.shl (i32.load offset=FRAME_ROUTINE (local.get $frame)) (i32.const 2)))
      (i32.sub (i32.load offset=FRAME_POINT (local.get $frame)) (i32.const 1)))
    (i32.const 2)))

;; Whether all options have the keys that they had.
(func $same_rows (result i32)
  (local $row i32) (local $left i32) (local $shape i32) (local $length i32)
  (local.set $shape (i32.load offset=SHAPE (call $waits_at)))
  (local.set $row (i32.load offset=ROWS (i32.const 0)))
  (local.set $left (i32.load offset=COUNT (i32.const 0)))
  (loop $rows
    (local.set $length (i32.load offset=ROW_LENGTH (local.get $row)))
    (if (i32.ne
          (local.get $length)
          (i32.load offset=ROW_LENGTH (i32.add (global.get $origin) (local.get $row))))
      (then (return (i32.const 0))))
    (if (i32.eqz
          (call $same_items
            (i32.add (i32.add (global.get $origin) (local.get $row)) (const ROW_ITEMS))
            (i32.add (local.get $row) (const ROW_ITEMS))
            (local.get $length)
            (local.get $shape)))
      (then (return (i32.const 0))))
    (local.set $row
      (i32.add
        (local.get $row)
        (i32.shl (i32.load offset=WIDTH (i32.const 0)) (i32.const 2))))
    (local.set $left (i32.sub (local.get $left) (i32.const 1)))
    (br_if $rows (local.get $left)))
  (i32.const 1))

;; Whether a component had the key, as it lay, that another one has here: it is itself where it is identified,
;; else its place and look.
(func $same_key (param $old i32) (param $component i32) (result i32)
  (local $zone i32)
  (if (i32.eqz
        (i32.and
          (i32.load (i32.add (global.get $blind) (i32.shl (local.get $old) (i32.const 2))))
          (i32.load (i32.add (global.get $blind) (i32.shl (local.get $component) (i32.const 2))))))
    (then (return (i32.eq (local.get $old) (local.get $component)))))
  (if (i32.eq (call $newly (local.get $old)) (local.get $component))
    (then (return (i32.const 1))))
  (local.set $zone (i32.load offset=PLACE (i32.shl (local.get $component) (i32.const 2))))
  (i32.and
    (i32.and
      (i32.eq
        (local.get $zone)
        (i32.load offset=PLACE
          (i32.add (global.get $origin) (i32.shl (local.get $old) (i32.const 2)))))
      (i32.eqz (i32.load offset=ORDERED (i32.shl (local.get $zone) (i32.const 2)))))
    (i32.eq
      (i32.load offset=LOOK (i32.shl (local.get $old) (i32.const 2)))
      (i32.load offset=LOOK (i32.shl (local.get $component) (i32.const 2))))))

;; ---- What options lead to ----

;; What each option leads to in a world that a seat cannot tell from this one: the address of its outcome (0
;; before the end) and the evaluation, by option, where they stay until the next step; 0 where there is no
;; world.
(func $outlook (param $seat i32) (param $generator i32) (result i32)
  (local $base i32) (local $world i32) (local $used i32) (local $left i32) (local $records i32)
  (local $option i32) (local $record i32)
  (local.set $base (global.get $arena_base))
  (if (i32.eqz (call $determinize (local.get $seat) (local.get $generator)))
    (then (return (i32.const 0))))
  (local.set $left (i32.load offset=COUNT (i32.const 0)))
  (local.set $used (i32.load offset=USED (i32.const 0)))
  (local.set $records (call $reserve (i32.shl (local.get $left) (i32.const 3))))
  (local.set $world (call $reserve (local.get $used)))
  (memory.copy (local.get $world) (const STATE) (local.get $used))
  (local.set $record (local.get $records))
  (loop $options
    (memory.copy (const STATE) (local.get $world) (local.get $used))
    (drop (call $step (local.get $option)))
    (i32.store (local.get $record) (call $outcome_of (local.get $seat)))
    (call $resume)
    (i32.store offset=4 (local.get $record) (call $evaluation (local.get $seat)))
    (local.set $record (i32.add (local.get $record) (i32.const 8)))
    (local.set $option (i32.add (local.get $option) (i32.const 1)))
    (br_if $options (i32.lt_u (local.get $option) (local.get $left))))
  (global.set $arena_base (local.get $base))
  (local.get $records))

;; The evaluation of the state as it is, which stays so.
(func $judge (param $seat i32) (result i32)
  (call $resume)
  (call $evaluation (local.get $seat)))

;; The outcome of a seat, 0 before the end.
(func $outcome_of (param $seat i32) (result i32)
  (if (i32.ne (i32.load offset=STAGE (i32.const 0)) (const OVER))
    (then (return (i32.const 0))))
  (i32.load offset=OUTCOME (i32.shl (local.get $seat) (i32.const 2))))
