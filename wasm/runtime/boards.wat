;; What is asked of several spaces of a board at once. Tables are addresses of one word a space.

;; Stop where the spaces of a list are on different boards.
(func $one_board (param $list i32) (param $boards i32)
  (local $here i32) (local $end i32) (local $board i32)
  (if (i32.eqz (i32.load (local.get $list)))
    (then (return)))
  (local.set $here (local.get $list))
  (local.set $end (i32.add (local.get $list) (i32.shl (i32.load (local.get $list)) (i32.const 2))))
  (local.set $board (call $entry (local.get $boards) (i32.load offset=4 (local.get $list))))
  (loop $next
    (local.set $here (i32.add (local.get $here) (i32.const 4)))
    (if (i32.ne
          (local.get $board)
          (call $entry (local.get $boards) (i32.load (local.get $here))))
      (then (unreachable)))
    (br_if $next (i32.ne (local.get $here) (local.get $end)))))

;; The word of a table.
(func $entry (param $table i32) (param $number i32) (result i32)
  (i32.load (i32.add (local.get $table) (i32.shl (local.get $number) (i32.const 2)))))

;; The spaces of $within that are reached from those of $start that are in it by steps between neighbours in
;; it, ascending. Each space has a byte: 1 where it is to be reached, 2 where it is.
(func $connected (param $start i32) (param $within i32) (param $adjacent i32) (param $spaces i32)
  (result i32)
  (local $list i32) (local $marks i32) (local $stack i32) (local $top i32) (local $here i32)
  (local $end i32) (local $space i32) (local $low i32) (local $high i32)
  (local.set $list (call $alloc (i32.add (i32.load (local.get $within)) (i32.const 1))))
  (local.set $marks
    (call $alloc (i32.shr_u (i32.add (local.get $spaces) (i32.const 7)) (i32.const 2))))
  (memory.fill (local.get $marks) (i32.const 0) (local.get $spaces))
  (local.set $stack (call $alloc (i32.load (local.get $within))))
  (local.set $top (local.get $stack))
  (local.set $low (local.get $spaces))
  (local.set $high (i32.const -1))
  (local.set $here (local.get $within))
  (local.set $end
    (i32.add (local.get $within) (i32.shl (i32.load (local.get $within)) (i32.const 2))))
  (block $marked
    (loop $next
      (br_if $marked (i32.eq (local.get $here) (local.get $end)))
      (local.set $here (i32.add (local.get $here) (i32.const 4)))
      (i32.store8 (i32.add (local.get $marks) (i32.load (local.get $here))) (i32.const 1))
      (br $next)))
  (local.set $here (local.get $start))
  (local.set $end (i32.add (local.get $start) (i32.shl (i32.load (local.get $start)) (i32.const 2))))
  (block $done
    (loop $take
      ;; The neighbours of one space, or the spaces to start from.
      (block $looked
        (loop $next
          (br_if $looked (i32.eq (local.get $here) (local.get $end)))
          (local.set $here (i32.add (local.get $here) (i32.const 4)))
          (local.set $space (i32.load (local.get $here)))
          (br_if $next
            (i32.ne
              (i32.load8_u (i32.add (local.get $marks) (local.get $space)))
              (i32.const 1)))
          (i32.store8 (i32.add (local.get $marks) (local.get $space)) (i32.const 2))
          (i32.store (local.get $top) (local.get $space))
          (local.set $top (i32.add (local.get $top) (i32.const 4)))
          (if (i32.lt_s (local.get $space) (local.get $low))
            (then (local.set $low (local.get $space))))
          (if (i32.gt_s (local.get $space) (local.get $high))
            (then (local.set $high (local.get $space))))
          (br $next)))
      (br_if $done (i32.eq (local.get $top) (local.get $stack)))
      (local.set $top (i32.sub (local.get $top) (i32.const 4)))
      (local.set $here (call $entry (local.get $adjacent) (i32.load (local.get $top))))
      (local.set $end
        (i32.add (local.get $here) (i32.shl (i32.load (local.get $here)) (i32.const 2))))
      (br $take)))
  (local.set $here (local.get $list))
  (block $gathered
    (loop $next
      (br_if $gathered (i32.gt_s (local.get $low) (local.get $high)))
      (if (i32.eq (i32.load8_u (i32.add (local.get $marks) (local.get $low))) (i32.const 2))
        (then
          (local.set $here (i32.add (local.get $here) (i32.const 4)))
          (i32.store (local.get $here) (local.get $low))))
      (local.set $low (i32.add (local.get $low) (i32.const 1)))
      (br $next)))
  (i32.store (local.get $list)
    (i32.shr_u (i32.sub (local.get $here) (local.get $list)) (i32.const 2)))
  (global.set $arena (i32.add (local.get $here) (i32.const 4)))
  (local.get $list))

;; The corner spaces of the smallest rectangle around spaces of a board, ascending. Rows and columns of a
;; board without them are NONE.
(func $corners_of (param $list i32) (param $rows i32) (param $columns i32) (param $widths i32) (result i32)
  (local $found i32) (local $here i32) (local $end i32) (local $space i32) (local $row i32)
  (local $column i32) (local $low i32) (local $high i32) (local $left i32) (local $right i32)
  (local $width i32) (local $origin i32)
  (local.set $found (call $alloc (i32.const 5)))
  (i32.store (local.get $found) (i32.const 0))
  (if (i32.eqz (i32.load (local.get $list)))
    (then (return (local.get $found))))
  (local.set $low (i32.const 0x7fffffff))
  (local.set $left (i32.const 0x7fffffff))
  (local.set $here (local.get $list))
  (local.set $end (i32.add (local.get $list) (i32.shl (i32.load (local.get $list)) (i32.const 2))))
  (loop $next
    (local.set $here (i32.add (local.get $here) (i32.const 4)))
    (local.set $space (i32.load (local.get $here)))
    (local.set $row (call $entry (local.get $rows) (local.get $space)))
    (local.set $column (call $entry (local.get $columns) (local.get $space)))
    (if (i32.eq (local.get $row) (const NONE))
      (then (unreachable)))
    (if (i32.lt_s (local.get $row) (local.get $low))
      (then (local.set $low (local.get $row))))
    (if (i32.gt_s (local.get $row) (local.get $high))
      (then (local.set $high (local.get $row))))
    (if (i32.lt_s (local.get $column) (local.get $left))
      (then (local.set $left (local.get $column))))
    (if (i32.gt_s (local.get $column) (local.get $right))
      (then (local.set $right (local.get $column))))
    (br_if $next (i32.ne (local.get $here) (local.get $end))))
  (local.set $width (call $entry (local.get $widths) (local.get $space)))
  ;; The number of the space in row 0 and column 0, if there were one.
  (local.set $origin
    (i32.sub
      (i32.sub (local.get $space) (local.get $column))
      (i32.mul (local.get $row) (local.get $width))))
  (call $corner (local.get $found) (local.get $origin) (local.get $width) (local.get $low)
    (local.get $left))
  (call $corner (local.get $found) (local.get $origin) (local.get $width) (local.get $low)
    (local.get $right))
  (call $corner (local.get $found) (local.get $origin) (local.get $width) (local.get $high)
    (local.get $left))
  (call $corner (local.get $found) (local.get $origin) (local.get $width) (local.get $high)
    (local.get $right))
  (local.get $found))

;; Put a corner behind those found so far, unless it is the last of them.
(func $corner (param $found i32) (param $origin i32) (param $width i32) (param $row i32) (param $column i32)
  (local $space i32) (local $last i32)
  (local.set $space
    (i32.add
      (i32.add (local.get $origin) (local.get $column))
      (i32.mul (local.get $row) (local.get $width))))
  (local.set $last
    (i32.add (local.get $found) (i32.shl (i32.load (local.get $found)) (i32.const 2))))
  (if (i32.load (local.get $found))
    (then
      (if (i32.ge_s (i32.load (local.get $last)) (local.get $space))
        (then (return)))))
  (i32.store offset=4 (local.get $last) (local.get $space))
  (i32.store (local.get $found) (i32.add (i32.load (local.get $found)) (i32.const 1))))

;; ---- Pairs ------------------------------------------------------------------------------------------------

;; Most pairs of neighbouring spaces of a grid with each space in one pair at most: maximum bipartite matching
;; by augmenting paths (Kuhn 1955). $dark is 1 for the spaces of one colour, 0 for those of the other, NONE on
;; a board that is no grid. Each space has three words: whether it is in the list, its partner, and the dark
;; space that it was reached from; -1 for none.
(func $pairs (param $list i32) (param $adjacent i32) (param $dark i32) (param $spaces i32) (result i32)
  (local $mark i32) (local $rows i32) (local $stack i32) (local $space i32) (local $here i32)
  (local $end i32) (local $count i32)
  (if (i32.eqz (i32.load (local.get $list)))
    (then (return (i32.const 0))))
  (local.set $mark (global.get $arena))
  (local.set $rows (call $alloc (i32.mul (local.get $spaces) (i32.const 3))))
  (memory.fill (local.get $rows) (i32.const -1) (i32.mul (local.get $spaces) (i32.const 12)))
  (local.set $stack (call $alloc (local.get $spaces)))
  (local.set $here (local.get $list))
  (local.set $end (i32.add (local.get $list) (i32.shl (i32.load (local.get $list)) (i32.const 2))))
  (loop $next
    (local.set $here (i32.add (local.get $here) (i32.const 4)))
    (local.set $space (i32.load (local.get $here)))
    (if (i32.eq (call $entry (local.get $dark) (local.get $space)) (const NONE))
      (then (unreachable)))
    (i32.store
      (i32.add (local.get $rows) (i32.mul (local.get $space) (i32.const 12)))
      (i32.const 1))
    (br_if $next (i32.ne (local.get $here) (local.get $end))))
  (local.set $space (i32.const 0))
  (loop $next
    (if (i32.and
          (i32.eq
            (i32.load (i32.add (local.get $rows) (i32.mul (local.get $space) (i32.const 12))))
            (i32.const 1))
          (i32.eq (call $entry (local.get $dark) (local.get $space)) (i32.const 1)))
      (then
        (local.set $count
          (i32.add
            (local.get $count)
            (call $augment (local.get $space) (local.get $adjacent) (local.get $spaces)
              (local.get $rows) (local.get $stack))))))
    (local.set $space (i32.add (local.get $space) (i32.const 1)))
    (br_if $next (i32.lt_u (local.get $space) (local.get $spaces))))
  (global.set $arena (local.get $mark))
  (local.get $count))

;; Look for a way from a dark space without partner to a light one that alternates, and pair along it.
(func $augment (param $start i32) (param $adjacent i32) (param $spaces i32) (param $rows i32)
  (param $stack i32) (result i32)
  (local $top i32) (local $dark i32) (local $light i32) (local $here i32) (local $end i32)
  (local $row i32) (local $other i32)
  (loop $next
    (i32.store offset=8
      (i32.add (local.get $rows) (i32.mul (local.get $light) (i32.const 12)))
      (i32.const -1))
    (local.set $light (i32.add (local.get $light) (i32.const 1)))
    (br_if $next (i32.lt_u (local.get $light) (local.get $spaces))))
  (i32.store (local.get $stack) (local.get $start))
  (local.set $top (i32.add (local.get $stack) (i32.const 4)))
  (loop $take
    (if (i32.eq (local.get $top) (local.get $stack))
      (then (return (i32.const 0))))
    (local.set $top (i32.sub (local.get $top) (i32.const 4)))
    (local.set $dark (i32.load (local.get $top)))
    (local.set $here (call $entry (local.get $adjacent) (local.get $dark)))
    (local.set $end (i32.add (local.get $here) (i32.shl (i32.load (local.get $here)) (i32.const 2))))
    (loop $next
      (br_if $take (i32.eq (local.get $here) (local.get $end)))
      (local.set $here (i32.add (local.get $here) (i32.const 4)))
      (local.set $light (i32.load (local.get $here)))
      (local.set $row (i32.add (local.get $rows) (i32.mul (local.get $light) (i32.const 12))))
      (br_if $next (i32.ne (i32.load (local.get $row)) (i32.const 1)))
      (br_if $next (i32.ne (i32.load offset=8 (local.get $row)) (i32.const -1)))
      (i32.store offset=8 (local.get $row) (local.get $dark))
      (local.set $other (i32.load offset=4 (local.get $row)))
      (if (i32.ne (local.get $other) (i32.const -1))
        (then
          (i32.store (local.get $top) (local.get $other))
          (local.set $top (i32.add (local.get $top) (i32.const 4)))
          (br $next)))
      (loop $pair
        (local.set $row (i32.add (local.get $rows) (i32.mul (local.get $light) (i32.const 12))))
        (local.set $dark (i32.load offset=8 (local.get $row)))
        (i32.store offset=4 (local.get $row) (local.get $dark))
        (local.set $row (i32.add (local.get $rows) (i32.mul (local.get $dark) (i32.const 12))))
        (local.set $other (i32.load offset=4 (local.get $row)))
        (i32.store offset=4 (local.get $row) (local.get $light))
        (local.set $light (local.get $other))
        (br_if $pair (i32.ne (local.get $light) (i32.const -1))))
      (return (i32.const 1))))
  (unreachable))
