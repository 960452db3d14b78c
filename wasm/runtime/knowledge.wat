;; What each seat has identified: a bit mask of seats for each component. See interpreter/knowledge.py.

;; The seats that see what a component in a zone is when it lies with that face.
(func $seers (param $zone i32) (param $face i32) (result i32)
  (i32.load offset=SEERS
    (i32.add
      (i32.shl (local.get $zone) (i32.const 3))
      (i32.shl (local.get $face) (i32.const 2)))))

;; These seats identify a component.
(func $sees (param $component i32) (param $seats i32)
  (local.set $component (i32.shl (local.get $component) (i32.const 2)))
  (i32.store offset=KNOWN (local.get $component)
    (i32.or (i32.load offset=KNOWN (local.get $component)) (local.get $seats))))

;; No others than these seats have it identified any more.
(func $only_seen_by (param $component i32) (param $seats i32)
  (local.set $component (i32.shl (local.get $component) (i32.const 2)))
  (i32.store offset=KNOWN (local.get $component)
    (i32.and (i32.load offset=KNOWN (local.get $component)) (local.get $seats))))

;; All of a list are shown to these seats.
(func $reveal_all (param $list i32) (param $seats i32)
  (local $end i32)
  (local.set $end
    (i32.add (local.get $list) (i32.shl (i32.load (local.get $list)) (i32.const 2))))
  (block $done
    (loop $next
      (br_if $done (i32.eq (local.get $list) (local.get $end)))
      (local.set $list (i32.add (local.get $list) (i32.const 4)))
      (call $sees (i32.load (local.get $list)) (local.get $seats))
      (br $next))))

;; All of a list are turned over, or to a face.
(func $flip_all (param $list i32) (param $face i32)
  (local $end i32)
  (local.set $end
    (i32.add (local.get $list) (i32.shl (i32.load (local.get $list)) (i32.const 2))))
  (block $done
    (loop $next
      (br_if $done (i32.eq (local.get $list) (local.get $end)))
      (local.set $list (i32.add (local.get $list) (i32.const 4)))
      (call $flip (i32.load (local.get $list)) (local.get $face))
      (br $next))))

;; A component is about to move; everything is still as before.
(func $on_move (param $component i32) (param $source i32) (param $target i32) (param $face i32)
  (local $seen i32) (local $blind i32) (local $at i32)
  (local.set $at (i32.shl (local.get $component) (i32.const 2)))
  (if (i32.eqz (i32.load offset=SECRET (local.get $at)))
    (then (return)))
  (local.set $seen (call $seers (local.get $target) (local.get $face)))
  (local.set $blind (i32.xor (local.get $seen) (const EVERYBODY)))
  (if (i32.eqz (local.get $source))
    (then
      (call $only_seen_by (local.get $component) (i32.xor (local.get $blind) (i32.const -1))))
    (else
      (if (i32.eqz (i32.load offset=ORDERED (i32.shl (local.get $source) (i32.const 2))))
        (then
          (local.set $blind
            (i32.and
              (local.get $blind)
              (i32.xor
                (call $seers (local.get $source) (i32.load offset=FACE (local.get $at)))
                (i32.const -1))))
          (if (local.get $blind)
            (then
              (call $forget_one_of
                (local.get $component) (local.get $source) (local.get $blind))))))))
  (call $sees (local.get $component) (local.get $seen)))

(func $on_move_all (param $source i32) (param $target i32)
  (local $component i32)
  (local.set $component (i32.load offset=HEAD (i32.shl (local.get $source) (i32.const 2))))
  (block $done
    (loop $next
      (br_if $done (i32.lt_s (local.get $component) (i32.const 0)))
      (call $on_move (local.get $component) (local.get $source) (local.get $target)
        (i32.load offset=FACE (i32.shl (local.get $component) (i32.const 2))))
      (local.set $component
        (i32.load offset=NEXT (i32.shl (local.get $component) (i32.const 2))))
      (br $next))))

;; Seats in $blind saw something that looks like the component leave its zone, and no more than that.
(func $forget_one_of (param $component i32) (param $zone i32) (param $blind i32)
  (local $other i32) (local $look i32) (local $stayed i32)
  (local.set $look (i32.load offset=LOOK (i32.shl (local.get $component) (i32.const 2))))
  (local.set $other (i32.load offset=HEAD (i32.shl (local.get $zone) (i32.const 2))))
  (block $done
    (loop $next
      (br_if $done (i32.lt_s (local.get $other) (i32.const 0)))
      (if (i32.and
            (i32.ne (local.get $other) (local.get $component))
            (i32.eq
              (i32.load offset=LOOK (i32.shl (local.get $other) (i32.const 2)))
              (local.get $look)))
        (then
          (local.set $stayed (i32.const 1))
          (call $only_seen_by (local.get $other)
            (i32.or
              (i32.xor (local.get $blind) (i32.const -1))
              (call $seers (local.get $zone)
                (i32.load offset=FACE (i32.shl (local.get $other) (i32.const 2))))))))
      (local.set $other (i32.load offset=NEXT (i32.shl (local.get $other) (i32.const 2))))
      (br $next)))
  (if (local.get $stayed)
    (then
      (call $only_seen_by (local.get $component)
        (i32.xor (local.get $blind) (i32.const -1))))))

;; A zone is shuffled: of a look that lies there more than once nobody knows any more which is which.
(func $on_shuffle (param $zone i32)
  (local $component i32) (local $counts i32) (local $at i32)
  (local.set $counts (call $alloc (const LOOKS)))
  (memory.fill (local.get $counts) (i32.const 0) (i32.shl (const LOOKS) (i32.const 2)))
  (local.set $component (i32.load offset=HEAD (i32.shl (local.get $zone) (i32.const 2))))
  (block $counted
    (loop $next
      (br_if $counted (i32.lt_s (local.get $component) (i32.const 0)))
      (local.set $component (i32.shl (local.get $component) (i32.const 2)))
      (local.set $at
        (i32.add
          (local.get $counts)
          (i32.shl (i32.load offset=LOOK (local.get $component)) (i32.const 2))))
      (i32.store (local.get $at) (i32.add (i32.load (local.get $at)) (i32.const 1)))
      (local.set $component (i32.load offset=NEXT (local.get $component)))
      (br $next)))
  (local.set $component (i32.load offset=HEAD (i32.shl (local.get $zone) (i32.const 2))))
  (block $done
    (loop $next
      (br_if $done (i32.lt_s (local.get $component) (i32.const 0)))
      (local.set $at (i32.shl (local.get $component) (i32.const 2)))
      (if (i32.and
            (i32.load offset=SECRET (local.get $at))
            (i32.gt_u
              (i32.load
                (i32.add
                  (local.get $counts)
                  (i32.shl (i32.load offset=LOOK (local.get $at)) (i32.const 2))))
              (i32.const 1)))
        (then
          (call $only_seen_by (local.get $component)
            (call $seers (local.get $zone) (i32.load offset=FACE (local.get $at))))))
      (local.set $component (i32.load offset=NEXT (local.get $at)))
      (br $next)))
  (global.set $arena (local.get $counts)))

;; The table has been cleared into the box.
(func $on_clear
  (local $knowing i32) (local $look i32) (local $component i32) (local $at i32)
  (local.set $knowing (call $alloc (const LOOKS)))
  (loop $looks
    (i32.store
      (i32.add (local.get $knowing) (i32.shl (local.get $look) (i32.const 2)))
      (const EVERYBODY))
    (local.set $look (i32.add (local.get $look) (i32.const 1)))
    (br_if $looks (i32.lt_u (local.get $look) (const LOOKS))))
  (block $gathered
    (loop $next
      (br_if $gathered (i32.eq (local.get $component) (i32.shl (const COMPONENTS) (i32.const 2))))
      (if (i32.load offset=PLACE (local.get $component))
        (then
          (local.set $at
            (i32.add
              (local.get $knowing)
              (i32.shl (i32.load offset=LOOK (local.get $component)) (i32.const 2))))
          (i32.store (local.get $at)
            (i32.and
              (i32.load (local.get $at))
              (i32.load offset=KNOWN (local.get $component))))))
      (local.set $component (i32.add (local.get $component) (i32.const 4)))
      (br $next)))
  (local.set $component (i32.const 0))
  (block $told
    (loop $next
      (br_if $told (i32.eq (local.get $component) (i32.shl (const COMPONENTS) (i32.const 2))))
      (if (i32.eqz (i32.load offset=PLACE (local.get $component)))
        (then
          (i32.store offset=KNOWN (local.get $component)
            (i32.or
              (i32.load offset=KNOWN (local.get $component))
              (i32.load
                (i32.add
                  (local.get $knowing)
                  (i32.shl (i32.load offset=LOOK (local.get $component)) (i32.const 2))))))))
      (local.set $component (i32.add (local.get $component) (i32.const 4)))
      (br $next)))
  (global.set $arena (local.get $knowing)))
