;; What lies where: zones are chains of components, which verbs move, turn over and exchange. Tables by zone
;; are named in capitals; -1 ends a chain. See interpreter/effects.py.

;; Take a component out of the chain of its zone.
(func $unlink (param $component i32) (param $zone i32)
  (local $next i32) (local $previous i32)
  (local.set $component (i32.shl (local.get $component) (i32.const 2)))
  (local.set $zone (i32.shl (local.get $zone) (i32.const 2)))
  (local.set $next (i32.load offset=NEXT (local.get $component)))
  (local.set $previous (i32.load offset=PREVIOUS (local.get $component)))
  (if (i32.lt_s (local.get $previous) (i32.const 0))
    (then (i32.store offset=HEAD (local.get $zone) (local.get $next)))
    (else
      (i32.store offset=NEXT (i32.shl (local.get $previous) (i32.const 2)) (local.get $next))))
  (if (i32.lt_s (local.get $next) (i32.const 0))
    (then (i32.store offset=TAIL (local.get $zone) (local.get $previous)))
    (else
      (i32.store offset=PREVIOUS (i32.shl (local.get $next) (i32.const 2)) (local.get $previous))))
  (i32.store offset=SIZE (local.get $zone)
    (i32.sub (i32.load offset=SIZE (local.get $zone)) (i32.const 1))))

;; Put a component into a chain behind $previous, -1: at the head.
(func $link (param $component i32) (param $zone i32) (param $previous i32)
  (local $next i32) (local $at i32)
  (local.set $at (i32.shl (local.get $component) (i32.const 2)))
  (local.set $zone (i32.shl (local.get $zone) (i32.const 2)))
  (if (i32.lt_s (local.get $previous) (i32.const 0))
    (then
      (local.set $next (i32.load offset=HEAD (local.get $zone)))
      (i32.store offset=HEAD (local.get $zone) (local.get $component)))
    (else
      (local.set $next (i32.load offset=NEXT (i32.shl (local.get $previous) (i32.const 2))))
      (i32.store offset=NEXT (i32.shl (local.get $previous) (i32.const 2)) (local.get $component))))
  (if (i32.lt_s (local.get $next) (i32.const 0))
    (then (i32.store offset=TAIL (local.get $zone) (local.get $component)))
    (else (i32.store offset=PREVIOUS (i32.shl (local.get $next) (i32.const 2)) (local.get $component))))
  (i32.store offset=NEXT (local.get $at) (local.get $next))
  (i32.store offset=PREVIOUS (local.get $at) (local.get $previous))
  (i32.store offset=SIZE (local.get $zone)
    (i32.add (i32.load offset=SIZE (local.get $zone)) (i32.const 1))))

;; Behind which component of an ascending zone another one comes. Where much lies there, the nearest lower
;; number that lies there is near; where little does, its chain is short.
(func $lower (param $component i32) (param $zone i32) (result i32)
  (local $found i32)
  (if (i32.gt_u
        (i32.load offset=SIZE (i32.shl (local.get $zone) (i32.const 2)))
        (i32.const 8))
    (then
      (local.set $found (i32.sub (local.get $component) (i32.const 1)))
      (block $end
        (loop $down
          (br_if $end (i32.lt_s (local.get $found) (i32.const 0)))
          (br_if $end
            (i32.eq
              (i32.load offset=PLACE (i32.shl (local.get $found) (i32.const 2)))
              (local.get $zone)))
          (local.set $found (i32.sub (local.get $found) (i32.const 1)))
          (br $down))))
    (else
      (local.set $found (i32.load offset=TAIL (i32.shl (local.get $zone) (i32.const 2))))
      (block $end
        (loop $back
          (br_if $end (i32.lt_s (local.get $found) (local.get $component)))
          (local.set $found
            (i32.load offset=PREVIOUS (i32.shl (local.get $found) (i32.const 2))))
          (br $back)))))
  (local.get $found))

;; Put a component where it belongs in a zone without order, at one of the ends ($top) of others.
(func $join (param $component i32) (param $zone i32) (param $top i32)
  (local $at i32)
  (local.set $at (i32.shl (local.get $zone) (i32.const 2)))
  (call $link (local.get $component) (local.get $zone)
    (if (result i32) (i32.load offset=ORDERED (local.get $at))
      (then
        (if (result i32) (local.get $top)
          (then (i32.const -1))
          (else (i32.load offset=TAIL (local.get $at)))))
      (else (call $lower (local.get $component) (local.get $zone))))))

;; Stop where a zone does not hold components of that kind.
(func $check_place (param $component i32) (param $zone i32)
  (local $kind i32)
  (local.set $kind (i32.load offset=KIND_OF (i32.shl (local.get $component) (i32.const 2))))
  (if (i32.eqz
        (i32.and
          (i32.shr_u
            (i32.load offset=ACCEPTS
              (i32.shl
                (i32.add
                  (i32.mul (local.get $zone) (const KIND_WORDS))
                  (i32.shr_u (local.get $kind) (i32.const 5)))
                (i32.const 2)))
            (i32.and (local.get $kind) (i32.const 31)))
          (i32.const 1)))
    (then (unreachable))))

;; One component to a zone: $top 1 or 0 for the end of an ordered one, $face 1 or 0; -1 for what is usual
;; there.
(func $move (param $component i32) (param $target i32) (param $top i32) (param $face i32)
  (local $source i32) (local $at i32)
  (local.set $at (i32.shl (local.get $component) (i32.const 2)))
  (local.set $source (i32.load offset=PLACE (local.get $at)))
  (if (const ANY_KINDS)
    (then (call $check_place (local.get $component) (local.get $target))))
  (if (const ANY_CAPACITY)
    (then
      (if (i32.ge_s
            (i32.sub
              (i32.load offset=SIZE (i32.shl (local.get $target) (i32.const 2)))
              (i32.eq (local.get $source) (local.get $target)))
            (i32.load offset=CAPACITY (i32.shl (local.get $target) (i32.const 2))))
        (then (unreachable)))))
  (if (i32.lt_s (local.get $face) (i32.const 0))
    (then
      (local.set $face
        (i32.load offset=DEFAULT_FACE (i32.shl (local.get $target) (i32.const 2))))))
  (if (const ANY_SECRET)
    (then
      (call $on_move
        (local.get $component) (local.get $source) (local.get $target) (local.get $face))))
  (call $unlink (local.get $component) (local.get $source))
  (if (i32.lt_s (local.get $top) (i32.const 0))
    (then
      (local.set $top (i32.load offset=END_TOP (i32.shl (local.get $target) (i32.const 2))))))
  (call $join (local.get $component) (local.get $target) (local.get $top))
  (i32.store offset=PLACE (local.get $at) (local.get $target))
  (i32.store offset=FACE (local.get $at) (local.get $face)))

;; All of a list to a zone, one after the other.
(func $move_all (param $list i32) (param $target i32) (param $top i32) (param $face i32)
  (local $end i32)
  (local.set $end
    (i32.add (local.get $list) (i32.shl (i32.load (local.get $list)) (i32.const 2))))
  (block $done
    (loop $next
      (br_if $done (i32.eq (local.get $list) (local.get $end)))
      (local.set $list (i32.add (local.get $list) (i32.const 4)))
      (call $move
        (i32.load (local.get $list)) (local.get $target) (local.get $top) (local.get $face))
      (br $next))))

;; Everything of a zone to another one, in the same order.
(func $refill (param $target i32) (param $source i32)
  (local $component i32) (local $left i32)
  (local.set $left (i32.load offset=SIZE (i32.shl (local.get $source) (i32.const 2))))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $left)))
      (call $move
        (i32.load offset=HEAD (i32.shl (local.get $source) (i32.const 2)))
        (local.get $target) (i32.const 0) (i32.const -1))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br $next))))

;; Turn a component over ($face -1), or to a face.
(func $flip (param $component i32) (param $face i32)
  (local $at i32)
  (local.set $at (i32.shl (local.get $component) (i32.const 2)))
  (if (i32.lt_s (local.get $face) (i32.const 0))
    (then
      (local.set $face (i32.sub (i32.const 1) (i32.load offset=FACE (local.get $at))))))
  (call $sees (local.get $component)
    (call $seers (i32.load offset=PLACE (local.get $at)) (local.get $face)))
  (i32.store offset=FACE (local.get $at) (local.get $face)))

;; Two components change places, and lie as the other one lay.
(func $swap (param $left i32) (param $right i32)
  (local $here i32) (local $there i32) (local $up i32) (local $before i32) (local $other i32)
  (if (i32.eq (local.get $left) (local.get $right))
    (then (return)))
  (local.set $here (i32.load offset=PLACE (i32.shl (local.get $left) (i32.const 2))))
  (local.set $there (i32.load offset=PLACE (i32.shl (local.get $right) (i32.const 2))))
  (if (const ANY_KINDS)
    (then
      (call $check_place (local.get $left) (local.get $there))
      (call $check_place (local.get $right) (local.get $here))))
  (local.set $up (i32.load offset=FACE (i32.shl (local.get $left) (i32.const 2))))
  (if (const ANY_SECRET)
    (then
      (call $on_move (local.get $left) (local.get $here) (local.get $there)
        (i32.load offset=FACE (i32.shl (local.get $right) (i32.const 2))))
      (call $on_move (local.get $right) (local.get $there) (local.get $here) (local.get $up))))
  (i32.store offset=FACE (i32.shl (local.get $left) (i32.const 2))
    (i32.load offset=FACE (i32.shl (local.get $right) (i32.const 2))))
  (i32.store offset=FACE (i32.shl (local.get $right) (i32.const 2)) (local.get $up))
  (if (i32.eq (local.get $here) (local.get $there))
    (then
      (if (i32.load offset=ORDERED (i32.shl (local.get $here) (i32.const 2)))
        (then (call $exchange (local.get $left) (local.get $right) (local.get $here))))
      (return)))
  (local.set $before (i32.load offset=PREVIOUS (i32.shl (local.get $left) (i32.const 2))))
  (local.set $other (i32.load offset=PREVIOUS (i32.shl (local.get $right) (i32.const 2))))
  (call $unlink (local.get $left) (local.get $here))
  (call $unlink (local.get $right) (local.get $there))
  (i32.store offset=PLACE (i32.shl (local.get $left) (i32.const 2)) (const NONE))
  (i32.store offset=PLACE (i32.shl (local.get $right) (i32.const 2)) (const NONE))
  (call $link (local.get $right) (local.get $here)
    (if (result i32) (i32.load offset=ORDERED (i32.shl (local.get $here) (i32.const 2)))
      (then (local.get $before))
      (else (call $lower (local.get $right) (local.get $here)))))
  (call $link (local.get $left) (local.get $there)
    (if (result i32) (i32.load offset=ORDERED (i32.shl (local.get $there) (i32.const 2)))
      (then (local.get $other))
      (else (call $lower (local.get $left) (local.get $there)))))
  (i32.store offset=PLACE (i32.shl (local.get $left) (i32.const 2)) (local.get $there))
  (i32.store offset=PLACE (i32.shl (local.get $right) (i32.const 2)) (local.get $here)))

;; Two components of one chain, each to where the other is.
(func $exchange (param $left i32) (param $right i32) (param $zone i32)
  (local $before i32) (local $other i32)
  (local.set $before (i32.load offset=PREVIOUS (i32.shl (local.get $left) (i32.const 2))))
  (local.set $other (i32.load offset=PREVIOUS (i32.shl (local.get $right) (i32.const 2))))
  (call $unlink (local.get $left) (local.get $zone))
  (if (i32.eq (local.get $other) (local.get $left))
    (then
      (call $link (local.get $left) (local.get $zone) (local.get $right))
      (return)))
  (if (i32.eq (local.get $before) (local.get $right))
    (then
      (call $link (local.get $left) (local.get $zone) (local.get $other))
      (return)))
  (call $unlink (local.get $right) (local.get $zone))
  (call $link (local.get $right) (local.get $zone) (local.get $before))
  (call $link (local.get $left) (local.get $zone) (local.get $other)))

;; What two spaces (given as zones) hold changes places.
(func $swap_spaces (param $here i32) (param $there i32)
  (local $lies i32)
  (if (const ANY_SECRET)
    (then
      (call $on_move_all (local.get $here) (local.get $there))
      (call $on_move_all (local.get $there) (local.get $here))))
  (local.set $here (i32.shl (local.get $here) (i32.const 2)))
  (local.set $there (i32.shl (local.get $there) (i32.const 2)))
  (local.set $lies (i32.load offset=HEAD (local.get $here)))
  (i32.store offset=HEAD (local.get $here) (i32.load offset=HEAD (local.get $there)))
  (i32.store offset=HEAD (local.get $there) (local.get $lies))
  (local.set $lies (i32.load offset=TAIL (local.get $here)))
  (i32.store offset=TAIL (local.get $here) (i32.load offset=TAIL (local.get $there)))
  (i32.store offset=TAIL (local.get $there) (local.get $lies))
  (local.set $lies (i32.load offset=SIZE (local.get $here)))
  (i32.store offset=SIZE (local.get $here) (i32.load offset=SIZE (local.get $there)))
  (i32.store offset=SIZE (local.get $there) (local.get $lies))
  (call $settle (i32.shr_u (local.get $here) (i32.const 2)))
  (call $settle (i32.shr_u (local.get $there) (i32.const 2))))

;; Say of all that is in a chain that it lies there.
(func $settle (param $zone i32)
  (local $component i32)
  (local.set $component (i32.load offset=HEAD (i32.shl (local.get $zone) (i32.const 2))))
  (block $done
    (loop $next
      (br_if $done (i32.lt_s (local.get $component) (i32.const 0)))
      (i32.store offset=PLACE (i32.shl (local.get $component) (i32.const 2)) (local.get $zone))
      (local.set $component
        (i32.load offset=NEXT (i32.shl (local.get $component) (i32.const 2))))
      (br $next))))

;; Everything that lies in no lasting zone goes to the box, as it was at first. Who can tell apart all of a
;; look that lie elsewhere knows what is there.
(func $clear_table
  (local $zone i32) (local $component i32)
  (loop $zones
    (if (i32.eqz (i32.load offset=LASTING (local.get $zone)))
      (then
        (i32.store offset=HEAD (local.get $zone) (i32.const -1))
        (i32.store offset=TAIL (local.get $zone) (i32.const -1))
        (i32.store offset=SIZE (local.get $zone) (i32.const 0))))
    (local.set $zone (i32.add (local.get $zone) (i32.const 4)))
    (br_if $zones (i32.lt_u (local.get $zone) (i32.shl (const ZONES) (i32.const 2)))))
  (block $cleared
    (loop $next
      (br_if $cleared (i32.eq (local.get $component) (const COMPONENTS)))
      (local.set $zone (i32.shl (local.get $component) (i32.const 2)))
      (if (i32.eqz
            (i32.load offset=LASTING
              (i32.shl (i32.load offset=PLACE (local.get $zone)) (i32.const 2))))
        (then
          (call $link (local.get $component) (i32.const 0) (i32.load offset=TAIL (i32.const 0)))
          (i32.store offset=PLACE (local.get $zone) (i32.const 0))
          (i32.store offset=FACE (local.get $zone) (i32.const 1))
          (i32.store offset=DIE (local.get $zone) (const NONE))))
      (local.set $component (i32.add (local.get $component) (i32.const 1)))
      (br $next)))
  (call $on_clear))

;; The lowest component in the box of this kind, content and owner (-1: any); there has to be one.
(func $in_box (param $kind i32) (param $content i32) (param $owner i32) (result i32)
  (local $component i32) (local $at i32)
  (local.set $component (i32.load (const HEAD)))
  (loop $next
    (if (i32.lt_s (local.get $component) (i32.const 0))
      (then (unreachable)))
    (local.set $at (i32.shl (local.get $component) (i32.const 2)))
    (if (i32.and
          (i32.eq (i32.load offset=KIND_OF (local.get $at)) (local.get $kind))
          (i32.and
            (i32.or
              (i32.lt_s (local.get $content) (i32.const 0))
              (i32.eq (i32.load offset=CONTENT_OF (local.get $at)) (local.get $content)))
            (i32.or
              (i32.lt_s (local.get $owner) (i32.const 0))
              (i32.eq (i32.load offset=OWNER_OF (local.get $at)) (local.get $owner)))))
      (then (return (local.get $component))))
    (local.set $component (i32.load offset=NEXT (local.get $at)))
    (br $next))
  (unreachable))

;; Where a component lies in its zone, from 0 at the head.
(func $position (param $component i32) (result i32)
  (local $count i32)
  (block $done
    (loop $back
      (local.set $component
        (i32.load offset=PREVIOUS (i32.shl (local.get $component) (i32.const 2))))
      (br_if $done (i32.lt_s (local.get $component) (i32.const 0)))
      (local.set $count (i32.add (local.get $count) (i32.const 1)))
      (br $back)))
  (local.get $count))

;; The component at a position of a zone that has so many.
(func $nth (param $zone i32) (param $position i32) (result i32)
  (local $component i32)
  (local.set $component (i32.load offset=HEAD (i32.shl (local.get $zone) (i32.const 2))))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $position)))
      (local.set $component
        (i32.load offset=NEXT (i32.shl (local.get $component) (i32.const 2))))
      (local.set $position (i32.sub (local.get $position) (i32.const 1)))
      (br $next)))
  (local.get $component))

;; Move so many components from the head of a zone, or all that there are; how many that were.
(func $draw_from
  (param $source i32) (param $to i32) (param $count i32) (param $top i32) (param $face i32) (result i32)
  (local $component i32) (local $moved i32)
  (local.set $source (i32.shl (local.get $source) (i32.const 2)))
  (block $done
    (loop $next
      (br_if $done (i32.eq (local.get $moved) (local.get $count)))
      (local.set $component (i32.load offset=HEAD (local.get $source)))
      (br_if $done (i32.lt_s (local.get $component) (i32.const 0)))
      (call $move (local.get $component) (local.get $to) (local.get $top) (local.get $face))
      (local.set $moved (i32.add (local.get $moved) (i32.const 1)))
      (br $next)))
  (local.get $moved))

;; Lay a layout, given as a table (see verbs.py): states, then components from the box.
(func $lay (param $table i32)
  (local $left i32)
  (local.set $left (i32.load offset=4 (local.get $table)))
  (local.set $table (i32.add (local.get $table) (i32.const 8)))
  (block $set
    (loop $next
      (br_if $set (i32.eqz (local.get $left)))
      (i32.store (i32.load (local.get $table)) (i32.load offset=4 (local.get $table)))
      (local.set $table (i32.add (local.get $table) (i32.const 8)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br $next)))
  (local.set $left (i32.load (local.get $table)))
  (local.set $table (i32.add (local.get $table) (i32.const 4)))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $left)))
      (call $move
        (call $in_box
          (i32.load (local.get $table))
          (i32.load offset=4 (local.get $table))
          (i32.load offset=8 (local.get $table)))
        (i32.load offset=12 (local.get $table))
        (i32.const -1) (i32.const -1))
      (local.set $table (i32.add (local.get $table) (i32.const 16)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br $next))))
