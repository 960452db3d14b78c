;; Options of a question: rows behind the topmost frame. A row is the number of its items, a weight, and the
;; items; see layout.py. Widths are in bytes.

;; Where so many rows are made: behind the frame, or in the arena if there are more than a question may have.
(func $room_for_rows (param $end i32) (param $count i32) (param $width i32) (result i32)
  (if (i32.le_u (local.get $count) (const MOST_OPTIONS))
    (then (return (local.get $end))))
  (call $alloc (i32.shr_u (i32.mul (local.get $count) (local.get $width)) (i32.const 2))))

;; The rows are complete: put them behind the frame. A question has not more than so many.
(func $rows_done (param $rows i32) (param $count i32) (param $width i32) (param $end i32)
  (if (i32.gt_u (local.get $count) (const MOST_OPTIONS))
    (then (unreachable)))
  (if (i32.ne (local.get $rows) (local.get $end))
    (then
      (memory.copy
        (local.get $end) (local.get $rows) (i32.mul (local.get $count) (local.get $width))))))

;; A row of one word for each element of a list; the weight is its position where $numbered, else 1.
(func $rows_of (param $list i32) (param $rows i32) (param $numbered i32)
  (local $end i32) (local $position i32)
  (local.set $end
    (i32.add (local.get $list) (i32.shl (i32.load (local.get $list)) (i32.const 2))))
  (block $done
    (loop $next
      (br_if $done (i32.eq (local.get $list) (local.get $end)))
      (local.set $list (i32.add (local.get $list) (i32.const 4)))
      (i32.store offset=ROW_LENGTH (local.get $rows) (i32.const 1))
      (i32.store offset=ROW_WEIGHT (local.get $rows)
        (select (local.get $position) (i32.const 1) (local.get $numbered)))
      (i32.store offset=ROW_ITEMS (local.get $rows) (i32.load (local.get $list)))
      (local.set $rows (i32.add (local.get $rows) (i32.const 12)))
      (local.set $position (i32.add (local.get $position) (i32.const 1)))
      (br $next))))

;; Every element of a list of words once, where it first stands; the list itself where that is so.
(func $each_once (param $list i32) (result i32)
  (local $size i32) (local $at i32) (local $end i32) (local $once i32)
  (local.set $size (i32.load (local.get $list)))
  (if (i32.lt_u (local.get $size) (i32.const 2))
    (then (return (local.get $list))))
  (call $new_stamp)
  (local.set $at (i32.add (local.get $list) (i32.const 4)))
  (local.set $end
    (i32.add (local.get $at) (i32.shl (local.get $size) (i32.const 2))))
  (block $twice
    (block $apart
      (loop $next
        (br_if $apart (i32.eq (local.get $at) (local.get $end)))
        (br_if $twice
          (i32.eqz
            (call $first_seen (local.get $list) (local.get $at))))
        (local.set $at (i32.add (local.get $at) (i32.const 4)))
        (br $next)))
    (return (local.get $list)))
  (local.set $once (call $alloc (i32.add (local.get $size) (i32.const 1))))
  (memory.copy (local.get $once) (local.get $list)
    (i32.sub (local.get $at) (local.get $list)))
  (local.set $size
    (i32.add
      (local.get $once)
      (i32.sub (local.get $at) (local.get $list))))
  (local.set $at (i32.add (local.get $at) (i32.const 4)))
  (block $done
    (loop $next
      (br_if $done (i32.eq (local.get $at) (local.get $end)))
      (if (call $first_seen (local.get $list) (local.get $at))
        (then
          (i32.store (local.get $size) (i32.load (local.get $at)))
          (local.set $size (i32.add (local.get $size) (i32.const 4)))))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (br $next)))
  (i32.store (local.get $once)
    (i32.sub
      (i32.shr_u (i32.sub (local.get $size) (local.get $once)) (i32.const 2))
      (i32.const 1)))
  (local.get $once))

;; Whether the word at an address of a list stands there for the first time. Small numbers leave a stamp.
(func $first_seen (param $list i32) (param $at i32) (result i32)
  (local $word i32) (local $stamp i32)
  (local.set $word (i32.load (local.get $at)))
  (if (i32.lt_u (local.get $word) (const STAMPED_VALUES))
    (then
      (local.set $stamp
        (i32.add (const STAMPS_OF_VALUES) (i32.shl (local.get $word) (i32.const 2))))
      (if (i32.eq (i32.load (local.get $stamp)) (global.get $stamp))
        (then (return (i32.const 0))))
      (i32.store (local.get $stamp) (global.get $stamp))
      (return (i32.const 1))))
  (loop $next
    (local.set $list (i32.add (local.get $list) (i32.const 4)))
    (if (i32.eq (local.get $list) (local.get $at))
      (then (return (i32.const 1))))
    (br_if $next (i32.ne (i32.load (local.get $list)) (local.get $word))))
  (i32.const 0))

;; Whether a small number has no stamp yet; it gets one.
(func $new_value (param $value i32) (result i32)
  (local.set $value
    (i32.add (const STAMPS_OF_VALUES) (i32.shl (local.get $value) (i32.const 2))))
  (if (i32.eq (i32.load (local.get $value)) (global.get $stamp))
    (then (return (i32.const 0))))
  (i32.store (local.get $value) (global.get $stamp))
  (i32.const 1))

;; Stamps left before count no more.
(func $new_stamp
  (global.set $stamp (i32.add (global.get $stamp) (i32.const 1)))
  (if (i32.eqz (global.get $stamp))
    (then
      (memory.fill (const STAMPS) (i32.const 0) (i32.sub (i32.const 65536) (const STAMPS)))
      (global.set $stamp (i32.const 1)))))

(global $stamp (mut i32) (i32.const 0))

;; Whether it is plain to see that nothing in rows is like a component: the seats $eye know it, and it is the
;; only one of its content, or alone where it lies, or nothing else met since the last stamp lies there. One that
;; is met again is like itself alone.
(func $stands_apart (param $component i32) (param $eye i32) (result i32)
  (local $at i32) (local $zone i32)
  (local.set $component (i32.shl (local.get $component) (i32.const 2)))
  (if (i32.ne
        (i32.and (i32.load offset=KNOWN (local.get $component)) (local.get $eye))
        (local.get $eye))
    (then (return (i32.const 0))))
  (if (i32.load offset=ONLY (local.get $component))
    (then (return (i32.const 1))))
  (local.set $zone
    (i32.shl (i32.load offset=PLACE (local.get $component)) (i32.const 2)))
  (if (i32.eq (i32.load offset=SIZE (local.get $zone)) (i32.const 1))
    (then (return (i32.const 1))))
  (local.set $at (i32.add (const STAMPS_OF_COMPONENTS) (local.get $component)))
  (if (i32.eq (i32.load (local.get $at)) (global.get $stamp))
    (then (return (i32.const 1))))
  (i32.store (local.get $at) (global.get $stamp))
  (local.set $at (i32.add (const STAMPS_OF_ZONES) (local.get $zone)))
  (if (i32.eq (i32.load (local.get $at)) (global.get $stamp))
    (then (return (i32.load offset=ORDERED (local.get $zone)))))
  (i32.store (local.get $at) (global.get $stamp))
  (i32.const 1))

;; Whether it is plain to see that no two of some rows of one component are alike.
(func $all_apart (param $rows i32) (param $count i32) (param $eye i32) (result i32)
  (call $new_stamp)
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $count)))
      (if (i32.eqz
            (call $stands_apart
              (i32.load offset=ROW_ITEMS (local.get $rows)) (local.get $eye)))
        (then (return (i32.const 0))))
      (local.set $rows (i32.add (local.get $rows) (i32.const 12)))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br $next)))
  (i32.const 1))

;; Of rows whose weight is their position in a list, those with so many elements behind them; the weights
;; become 1.
(func $enough_behind
  (param $rows i32) (param $count i32) (param $width i32) (param $last i32) (result i32)
  (local $from i32) (local $to i32) (local $kept i32)
  (local.set $from (local.get $rows))
  (local.set $to (local.get $rows))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $count)))
      (if (i32.le_s (i32.load offset=ROW_WEIGHT (local.get $from)) (local.get $last))
        (then
          (if (i32.ne (local.get $from) (local.get $to))
            (then (memory.copy (local.get $to) (local.get $from) (local.get $width))))
          (i32.store offset=ROW_WEIGHT (local.get $to) (i32.const 1))
          (local.set $to (i32.add (local.get $to) (local.get $width)))
          (local.set $kept (i32.add (local.get $kept) (i32.const 1)))))
      (local.set $from (i32.add (local.get $from) (local.get $width)))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br $next)))
  (local.get $kept))

;; ---- Rows of actions, whose number nobody knows before ----

(global $rows (mut i32) (i32.const 0))
(global $row (mut i32) (i32.const 0))
(global $row_limit (mut i32) (i32.const 0))

;; Begin rows behind the frame.
(func $begin_rows (param $end i32) (param $width i32)
  (global.set $rows (local.get $end))
  (global.set $row (local.get $end))
  (global.set $row_limit
    (i32.add (local.get $end) (i32.mul (const MOST_OPTIONS) (local.get $width)))))

;; There is no room for another row: twice as much, in the arena.
(func $more_rows
  (local $size i32) (local $old i32)
  (local.set $old (global.get $rows))
  (local.set $size (i32.sub (global.get $row) (local.get $old)))
  (global.set $rows (call $alloc (i32.shr_u (local.get $size) (i32.const 1))))
  (memory.copy (global.get $rows) (local.get $old) (local.get $size))
  (global.set $row (i32.add (global.get $rows) (local.get $size)))
  (global.set $row_limit (i32.add (global.get $row) (local.get $size))))

;; How many rows there are.
(func $count_rows (param $width i32) (result i32)
  (i32.div_u (i32.sub (global.get $row) (global.get $rows)) (local.get $width)))

;; A list with another element at its end.
(func $appended (param $list i32) (param $item i32) (result i32)
  (local $new i32) (local $size i32)
  (local.set $size (i32.load (local.get $list)))
  (local.set $new (call $alloc (i32.add (local.get $size) (i32.const 2))))
  (memory.copy (local.get $new) (local.get $list)
    (i32.shl (i32.add (local.get $size) (i32.const 1)) (i32.const 2)))
  (i32.store (local.get $new) (i32.add (local.get $size) (i32.const 1)))
  (i32.store offset=4
    (i32.add (local.get $new) (i32.shl (local.get $size) (i32.const 2)))
    (local.get $item))
  (local.get $new))

;; A copy of some bytes, whole words, in the arena.
(func $copied (param $from i32) (param $size i32) (result i32)
  (local $new i32)
  (local.set $new (call $alloc (i32.shr_u (local.get $size) (i32.const 2))))
  (memory.copy (local.get $new) (local.get $from) (local.get $size))
  (local.get $new))

;; A list of one element.
(func $list_of_one (param $item i32) (result i32)
  (local $new i32)
  (local.set $new (call $alloc (i32.const 2)))
  (i32.store (local.get $new) (i32.const 1))
  (i32.store offset=4 (local.get $new) (local.get $item))
  (local.get $new))

;; A list without what stands at a position.
(func $without_position (param $list i32) (param $position i32) (result i32)
  (local $new i32) (local $size i32) (local $at i32)
  (local.set $size (i32.load (local.get $list)))
  (local.set $new (call $alloc (local.get $size)))
  (local.set $at (i32.shl (local.get $position) (i32.const 2)))
  (memory.copy
    (i32.add (local.get $new) (i32.const 4))
    (i32.add (local.get $list) (i32.const 4))
    (local.get $at))
  (memory.copy
    (i32.add (i32.add (local.get $new) (local.get $at)) (i32.const 4))
    (i32.add (i32.add (local.get $list) (local.get $at)) (i32.const 8))
    (i32.shl
      (i32.sub (i32.sub (local.get $size) (local.get $position)) (i32.const 1))
      (i32.const 2)))
  (i32.store (local.get $new) (i32.sub (local.get $size) (i32.const 1)))
  (local.get $new))

;; Rows of the faces of a die, given as a table (see draws.py).
(func $rows_of_faces (param $table i32) (param $rows i32)
  (local $left i32)
  (local.set $left (i32.load (local.get $table)))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $left)))
      (i32.store offset=ROW_LENGTH (local.get $rows) (i32.const 1))
      (i32.store offset=ROW_WEIGHT (local.get $rows) (i32.load offset=8 (local.get $table)))
      (i32.store offset=ROW_ITEMS (local.get $rows) (i32.load offset=4 (local.get $table)))
      (local.set $table (i32.add (local.get $table) (i32.const 8)))
      (local.set $rows (i32.add (local.get $rows) (i32.const 12)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br $next))))

;; Rows of what lies in a zone from a position on; their number.
(func $rows_from (param $zone i32) (param $position i32) (param $rows i32) (result i32)
  (local $component i32) (local $count i32)
  (if (i32.gt_u
        (i32.sub
          (i32.load offset=SIZE (i32.shl (local.get $zone) (i32.const 2)))
          (local.get $position))
        (const MOST_OPTIONS))
    (then (unreachable)))
  (local.set $component (call $nth (local.get $zone) (local.get $position)))
  (block $done
    (loop $next
      (br_if $done (i32.lt_s (local.get $component) (i32.const 0)))
      (i32.store offset=ROW_LENGTH (local.get $rows) (i32.const 1))
      (i32.store offset=ROW_WEIGHT (local.get $rows) (i32.const 1))
      (i32.store offset=ROW_ITEMS (local.get $rows) (local.get $component))
      (local.set $rows (i32.add (local.get $rows) (i32.const 12)))
      (local.set $count (i32.add (local.get $count) (i32.const 1)))
      (local.set $component
        (i32.load offset=NEXT (i32.shl (local.get $component) (i32.const 2))))
      (br $next)))
  (local.get $count))

;; Put a component at a position of its zone, and what lay there where it came from.
(func $put_next (param $zone i32) (param $position i32) (param $component i32)
  (local $other i32)
  (local.set $other (call $nth (local.get $zone) (local.get $position)))
  (if (i32.ne (local.get $other) (local.get $component))
    (then (call $exchange (local.get $other) (local.get $component) (local.get $zone)))))

;; Shuffle a zone from a position on, as Fisher and Yates do: position i gets one of those from i on.
(func $shuffle_from (param $zone i32) (param $position i32)
  (local $cards i32) (local $count i32) (local $component i32) (local $at i32) (local $other i32)
  (local $before i32)
  (local.set $count
    (i32.sub
      (i32.load offset=SIZE (i32.shl (local.get $zone) (i32.const 2)))
      (local.get $position)))
  (if (i32.gt_u (local.get $count) (const MOST_OPTIONS))
    (then (unreachable)))
  (local.set $cards (call $alloc (local.get $count)))
  (local.set $component (call $nth (local.get $zone) (local.get $position)))
  (local.set $before
    (i32.load offset=PREVIOUS (i32.shl (local.get $component) (i32.const 2))))
  (local.set $at (local.get $cards))
  (block $gathered
    (loop $next
      (br_if $gathered (i32.lt_s (local.get $component) (i32.const 0)))
      (i32.store (local.get $at) (local.get $component))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (local.set $component
        (i32.load offset=NEXT (i32.shl (local.get $component) (i32.const 2))))
      (br $next)))
  (local.set $at (local.get $cards))
  (loop $draw
    (local.set $other
      (i32.add
        (local.get $at)
        (i32.shl (call $one_of (local.get $count)) (i32.const 2))))
    (local.set $component (i32.load (local.get $other)))
    (i32.store (local.get $other) (i32.load (local.get $at)))
    ;; What was drawn comes behind what was drawn before.
    (if (i32.lt_s (local.get $before) (i32.const 0))
      (then (i32.store offset=HEAD (i32.shl (local.get $zone) (i32.const 2)) (local.get $component)))
      (else
        (i32.store offset=NEXT (i32.shl (local.get $before) (i32.const 2)) (local.get $component))))
    (i32.store offset=PREVIOUS (i32.shl (local.get $component) (i32.const 2)) (local.get $before))
    (local.set $before (local.get $component))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (local.set $count (i32.sub (local.get $count) (i32.const 1)))
    (br_if $draw (local.get $count)))
  (i32.store offset=NEXT (i32.shl (local.get $before) (i32.const 2)) (i32.const -1))
  (i32.store offset=TAIL (i32.shl (local.get $zone) (i32.const 2)) (local.get $before))
  (global.set $arena (local.get $cards)))

;; What was answered before the last item of a row: its length less one, then the items, in place.
(func $begun (param $row i32) (result i32)
  (i32.store offset=ROW_WEIGHT (local.get $row)
    (i32.sub (i32.load offset=ROW_LENGTH (local.get $row)) (i32.const 1)))
  (i32.add (local.get $row) (const ROW_WEIGHT)))
