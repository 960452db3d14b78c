;; Nodes of a search whose options differ from time to time: what a child is the child of is told by a mark, a
;; hash of what the deciding seat sees of the option. See interpreter/marks.py, which works out the same.

;; Let one more word count in a hash.
(func $feed (param $hash i32) (param $word i32) (result i32)
  (i32.mul
    (i32.xor (i32.rotl (local.get $hash) (i32.const 5)) (local.get $word))
    (i32.const 0x9E3779B1)))

;; What marks of the open question begin with.
(func $question_mark (result i32)
  (call $feed
    (call $feed
      (call $feed (i32.const 0) (i32.load offset=SEAT (i32.const 0)))
      (i32.load offset=FRAME_ROUTINE (global.get $frame)))
    (i32.load offset=FRAME_POINT (global.get $frame))))

;; The mark of a component for an eye: which one it is, if nothing can be like it; where it lies and what it
;; looks like, if it is not identified; else what it is, whose, where, and what it shows.
(func $component_mark (param $component i32) (param $eye i32) (result i32)
  (local $at i32) (local $zone i32) (local $hash i32)
  (local.set $at (i32.shl (local.get $component) (i32.const 2)))
  (if (i32.load offset=UNIQUE (local.get $at))
    (then (return (call $feed (i32.const 1) (local.get $component)))))
  (local.set $zone (i32.load offset=PLACE (local.get $at)))
  (if (i32.ne
        (i32.and (i32.load offset=KNOWN (local.get $at)) (local.get $eye))
        (local.get $eye))
    (then
      (local.set $hash (call $feed (i32.const 2) (local.get $zone)))
      (if (i32.load offset=ORDERED (i32.shl (local.get $zone) (i32.const 2)))
        (then
          (local.set $hash
            (call $feed (local.get $hash) (call $position (local.get $component))))))
      (return (call $feed (local.get $hash) (i32.load offset=LOOK (local.get $at))))))
  (call $feed
    (call $feed
      (call $feed
        (call $feed (i32.const 3) (i32.load offset=CONTENT_OF (local.get $at)))
        (i32.load offset=OWNER_OF (local.get $at)))
      (local.get $zone))
    (i32.load offset=DIE (local.get $at))))

;; Find or make the child of each option of the open question, and choose one as $best does; its option, -1 if
;; there is none. Options of one mark are told apart by their order.
(func $best_match (param $node i32) (result i32)
  (local $option i32) (local $count i32) (local $row i32) (local $question i32) (local $child i32)
  (local $skipped i32) (local $untried i32) (local $chosen i32) (local $bound f64) (local $most f64)
  (global.set $match (i32.add (global.get $match) (i32.const 1)))
  (global.set $grown (i32.le_s (global.get $nodes_left) (i32.const 0)))
  (local.set $count (i32.load offset=COUNT (i32.const 0)))
  (local.set $row (i32.load offset=ROWS (i32.const 0)))
  (local.set $question (call $question_mark))
  (local.set $chosen (i32.const -1))
  (local.set $most (f64.const -1e300))
  (loop $next
    ;; Those in front that are met already need no look.
    (block $none
      (loop $skip
        (br_if $none
          (i32.ge_u (local.get $skipped) (i32.load offset=CHILD_COUNT (local.get $node))))
        (if (i32.eq
              (i32.load offset=PASSED
                (i32.add
                  (i32.load offset=CHILDREN (local.get $node))
                  (i32.mul (local.get $skipped) (const NODE))))
              (global.get $match))
          (then
            (local.set $skipped (i32.add (local.get $skipped) (i32.const 1)))
            (br $skip)))))
    (local.set $child
      (call $child_of
        (local.get $node)
        (call $option_mark (local.get $row) (local.get $question))
        (local.get $skipped)))
    (i32.store
      (i32.add (global.get $found) (i32.shl (local.get $option) (i32.const 2)))
      (i32.const -1))
    (if (local.get $child)
      (then
        (i32.store
          (i32.add (global.get $found) (i32.shl (local.get $option) (i32.const 2)))
          (i32.sub (local.get $child) (i32.load offset=CHILDREN (local.get $node))))
        (i32.store offset=PASSED (local.get $child) (global.get $match))
        (i32.store offset=AVAILABLE (local.get $child)
          (i32.add (i32.load offset=AVAILABLE (local.get $child)) (i32.const 1)))
        (if (i32.load offset=VISITS (local.get $child))
          (then
            (local.set $bound
              (f64.add
                (f64.load offset=MEAN (local.get $child))
                (f64.mul
                  (f64.mul
                    (f64.load offset=FACTOR (i32.const 0))
                    (call $spread (i32.load offset=AVAILABLE (local.get $child))))
                  (f64.load offset=RSQ (local.get $child)))))
            (if (f64.gt (local.get $bound) (local.get $most))
              (then
                (local.set $most (local.get $bound))
                (local.set $chosen (local.get $option)))))
          (else (local.set $untried (i32.add (local.get $untried) (i32.const 1)))))))
    (local.set $row
      (i32.add (local.get $row) (i32.shl (i32.load offset=WIDTH (i32.const 0)) (i32.const 2))))
    (local.set $option (i32.add (local.get $option) (i32.const 1)))
    (br_if $next (i32.ne (local.get $option) (local.get $count))))
  (if (i32.eqz (local.get $untried))
    (then (return (local.get $chosen))))
  (local.set $untried (call $any_of (local.get $untried)))
  (local.set $option (i32.const 0))
  (block $met
    (loop $look
      (if (i32.ge_s
            (i32.load (i32.add (global.get $found) (i32.shl (local.get $option) (i32.const 2))))
            (i32.const 0))
        (then
          (if (i32.eqz (i32.load offset=VISITS (call $matched (local.get $node) (local.get $option))))
            (then
              (br_if $met (i32.eqz (local.get $untried)))
              (local.set $untried (i32.sub (local.get $untried) (i32.const 1)))))))
      (local.set $option (i32.add (local.get $option) (i32.const 1)))
      (br $look)))
  (local.get $option))

;; The child that the last match found for an option.
(func $matched (param $node i32) (param $option i32) (result i32)
  (i32.add
    (i32.load offset=CHILDREN (local.get $node))
    (i32.load (i32.add (global.get $found) (i32.shl (local.get $option) (i32.const 2))))))

;; The first child of a mark that this match has not met yet, from a position on; a new one if there is none; 0
;; if no more nodes may be made.
(func $child_of (param $node i32) (param $mark i32) (param $first i32) (result i32)
  (local $child i32) (local $count i32)
  (local.set $count (i32.load offset=CHILD_COUNT (local.get $node)))
  (local.set $child
    (i32.add
      (i32.load offset=CHILDREN (local.get $node))
      (i32.mul (local.get $first) (const NODE))))
  (block $none
    (loop $look
      (br_if $none (i32.ge_u (local.get $first) (local.get $count)))
      (if (i32.eq (i32.load offset=MARK (local.get $child)) (local.get $mark))
        (then
          (if (i32.ne (i32.load offset=PASSED (local.get $child)) (global.get $match))
            (then (return (local.get $child))))))
      (local.set $first (i32.add (local.get $first) (i32.const 1)))
      (local.set $child (i32.add (local.get $child) (const NODE)))
      (br $look)))
  (if (global.get $grown)
    (then (return (i32.const 0))))
  (global.set $nodes_left (i32.sub (global.get $nodes_left) (i32.const 1)))
  (if (i32.eq (local.get $count) (i32.load offset=ROOM (local.get $node)))
    (then (call $more_room (local.get $node))))
  (local.set $child
    (i32.add
      (i32.load offset=CHILDREN (local.get $node))
      (i32.mul (local.get $count) (const NODE))))
  (memory.fill (local.get $child) (i32.const 0) (const NODE))
  (i32.store offset=MARK (local.get $child) (local.get $mark))
  (i32.store offset=CHILD_COUNT (local.get $node) (i32.add (local.get $count) (i32.const 1)))
  (local.get $child))

;; Room for twice as many children, at first for as many as there are options.
(func $more_room (param $node i32)
  (local $room i32) (local $new i32)
  (local.set $room (i32.shl (i32.load offset=ROOM (local.get $node)) (i32.const 1)))
  (if (i32.eqz (local.get $room))
    (then (local.set $room (i32.load offset=COUNT (i32.const 0)))))
  (local.set $new (call $reserve (i32.mul (local.get $room) (const NODE))))
  (memory.copy (local.get $new)
    (i32.load offset=CHILDREN (local.get $node))
    (i32.mul (i32.load offset=CHILD_COUNT (local.get $node)) (const NODE)))
  (i32.store offset=CHILDREN (local.get $node) (local.get $new))
  (i32.store offset=ROOM (local.get $node) (local.get $room)))
