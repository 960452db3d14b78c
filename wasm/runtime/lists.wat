;; Lists of scalars: an address holds the length, the elements come behind it.

;; A list in the making, whose last word is at $end, moved to where it has twice the room and $more bytes.
(func $widened (param $list i32) (param $end i32) (param $more i32) (result i32)
  (local $size i32) (local $new i32)
  (local.set $size (i32.sub (local.get $end) (local.get $list)))
  (local.set $new
    (call $alloc
      (i32.add
        (i32.shr_u
          (i32.add (i32.shl (local.get $size) (i32.const 1)) (local.get $more))
          (i32.const 2))
        (i32.const 1))))
  (memory.copy (local.get $new) (local.get $list) (i32.add (local.get $size) (i32.const 4)))
  (local.get $new))

(func $joined (param $left i32) (param $right i32) (result i32)
  (local $list i32) (local $first i32) (local $second i32)
  (local.set $first (i32.shl (i32.load (local.get $left)) (i32.const 2)))
  (local.set $second (i32.shl (i32.load (local.get $right)) (i32.const 2)))
  (local.set $list
    (call $alloc
      (i32.add
        (i32.add (i32.load (local.get $left)) (i32.load (local.get $right)))
        (i32.const 1))))
  (i32.store (local.get $list)
    (i32.add (i32.load (local.get $left)) (i32.load (local.get $right))))
  (memory.copy
    (i32.add (local.get $list) (i32.const 4))
    (i32.add (local.get $left) (i32.const 4))
    (local.get $first))
  (memory.copy
    (i32.add (i32.add (local.get $list) (i32.const 4)) (local.get $first))
    (i32.add (local.get $right) (i32.const 4))
    (local.get $second))
  (local.get $list))

(func $reversed (param $given i32) (result i32)
  (local $list i32) (local $here i32) (local $there i32)
  (local.set $list (call $alloc (i32.add (i32.load (local.get $given)) (i32.const 1))))
  (i32.store (local.get $list) (i32.load (local.get $given)))
  (local.set $there (local.get $list))
  (local.set $here
    (i32.add (local.get $given) (i32.shl (i32.load (local.get $given)) (i32.const 2))))
  (block $end
    (loop $next
      (br_if $end (i32.eq (local.get $here) (local.get $given)))
      (local.set $there (i32.add (local.get $there) (i32.const 4)))
      (i32.store (local.get $there) (i32.load (local.get $here)))
      (local.set $here (i32.sub (local.get $here) (i32.const 4)))
      (br $next)))
  (local.get $list))

(func $leading (param $given i32) (param $count i32) (result i32)
  (local $list i32)
  (if (i32.gt_s (local.get $count) (i32.load (local.get $given)))
    (then (local.set $count (i32.load (local.get $given)))))
  (if (i32.lt_s (local.get $count) (i32.const 0)) (then (local.set $count (i32.const 0))))
  (local.set $list (call $alloc (i32.add (local.get $count) (i32.const 1))))
  (i32.store (local.get $list) (local.get $count))
  (memory.copy
    (i32.add (local.get $list) (i32.const 4))
    (i32.add (local.get $given) (i32.const 4))
    (i32.shl (local.get $count) (i32.const 2)))
  (local.get $list))

;; ---- Sorting ----------------------------------------------------------------------------------------------

;; Whether a row comes before another: the first word of a row is its value, its keys come behind that.
(func $row_before (param $left i32) (param $right i32) (param $size i32) (result i32)
  (local $key i32)
  (local.set $key (i32.const 4))
  (block $equal
    (loop $next
      (br_if $equal (i32.ge_u (local.get $key) (local.get $size)))
      (if (i32.ne
            (i32.load (i32.add (local.get $left) (local.get $key)))
            (i32.load (i32.add (local.get $right) (local.get $key))))
        (then
          (return
            (i32.lt_s
              (i32.load (i32.add (local.get $left) (local.get $key)))
              (i32.load (i32.add (local.get $right) (local.get $key)))))))
      (local.set $key (i32.add (local.get $key) (i32.const 4)))
      (br $next)))
  (i32.const 0))

;; Two sorted runs of rows, $left to $middle and $middle to $end, become one at $to; of equal rows that of the
;; first run comes first.
(func $merged (param $left i32) (param $middle i32) (param $end i32) (param $to i32) (param $size i32)
  (local $right i32) (local $from i32)
  (local.set $right (local.get $middle))
  (block $done
    (loop $next
      (if (i32.lt_u (local.get $right) (local.get $end))
        (then
          (if (i32.lt_u (local.get $left) (local.get $middle))
            (then
              (if (call $row_before (local.get $right) (local.get $left) (local.get $size))
                (then
                  (local.set $from (local.get $right))
                  (local.set $right (i32.add (local.get $right) (local.get $size))))
                (else
                  (local.set $from (local.get $left))
                  (local.set $left (i32.add (local.get $left) (local.get $size))))))
            (else
              (local.set $from (local.get $right))
              (local.set $right (i32.add (local.get $right) (local.get $size))))))
        (else
          (br_if $done (i32.ge_u (local.get $left) (local.get $middle)))
          (local.set $from (local.get $left))
          (local.set $left (i32.add (local.get $left) (local.get $size)))))
      (memory.copy (local.get $to) (local.get $from) (local.get $size))
      (local.set $to (i32.add (local.get $to) (local.get $size)))
      (br $next))))

(func $least (param $left i32) (param $right i32) (result i32)
  (select (local.get $left) (local.get $right) (i32.lt_u (local.get $left) (local.get $right))))

;; The values of rows (of $width words each) by ascending keys: merge sort, from runs of one row on.
(func $sorted (param $rows i32) (param $width i32) (result i32)
  (local $size i32) (local $run i32) (local $here i32) (local $there i32) (local $end i32)
  (local $whole i32) (local $at i32) (local $list i32) (local $middle i32)
  (local.set $list (call $alloc (i32.add (i32.load (local.get $rows)) (i32.const 1))))
  (i32.store (local.get $list) (i32.load (local.get $rows)))
  (local.set $size (i32.shl (local.get $width) (i32.const 2)))
  (local.set $whole (i32.mul (i32.load (local.get $rows)) (local.get $size)))
  (local.set $here (i32.add (local.get $rows) (i32.const 4)))
  (local.set $there (call $alloc (i32.shr_u (local.get $whole) (i32.const 2))))
  (local.set $run (local.get $size))
  (block $ordered
    (loop $longer
      (br_if $ordered (i32.ge_u (local.get $run) (local.get $whole)))
      (local.set $end (i32.add (local.get $here) (local.get $whole)))
      (local.set $at (local.get $here))
      (loop $next
        (local.set $middle
          (call $least (i32.add (local.get $at) (local.get $run)) (local.get $end)))
        (call $merged
          (local.get $at)
          (local.get $middle)
          (call $least (i32.add (local.get $middle) (local.get $run)) (local.get $end))
          (i32.add (local.get $there) (i32.sub (local.get $at) (local.get $here)))
          (local.get $size))
        (local.set $at (i32.add (local.get $at) (i32.shl (local.get $run) (i32.const 1))))
        (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
      (local.set $at (local.get $here))
      (local.set $here (local.get $there))
      (local.set $there (local.get $at))
      (local.set $run (i32.shl (local.get $run) (i32.const 1)))
      (br $longer)))
  (local.set $at (local.get $list))
  (local.set $end (i32.add (local.get $here) (local.get $whole)))
  (block $done
    (loop $next
      (br_if $done (i32.eq (local.get $here) (local.get $end)))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (i32.store (local.get $at) (i32.load (local.get $here)))
      (local.set $here (i32.add (local.get $here) (local.get $size)))
      (br $next)))
  (global.set $arena (i32.add (local.get $at) (i32.const 4)))
  (local.get $list))

;; ---- Outcomes ---------------------------------------------------------------------------------------------

;; The outcome where these seats have won. $shares holds for each number of winners what each of them gets,
;; then what each other gets.
(func $won (param $winners i32) (param $shares i32) (result i32)
  (local $list i32) (local $here i32) (local $end i32) (local $seat i32) (local $count i32)
  (local.set $list (call $alloc (i32.add (const PLAYERS) (i32.const 1))))
  (i32.store (local.get $list) (const PLAYERS))
  (memory.fill
    (i32.add (local.get $list) (i32.const 4))
    (i32.const 0)
    (i32.shl (const PLAYERS) (i32.const 2)))
  (local.set $here (local.get $winners))
  (local.set $end
    (i32.add (local.get $winners) (i32.shl (i32.load (local.get $winners)) (i32.const 2))))
  (block $counted
    (loop $next
      (br_if $counted (i32.eq (local.get $here) (local.get $end)))
      (local.set $here (i32.add (local.get $here) (i32.const 4)))
      (local.set $seat
        (i32.add (local.get $list) (i32.shl (i32.load (local.get $here)) (i32.const 2))))
      (local.set $count
        (i32.add (local.get $count) (i32.eqz (i32.load offset=4 (local.get $seat)))))
      (i32.store offset=4 (local.get $seat) (i32.const 1))
      (br $next)))
  (local.set $shares (i32.add (local.get $shares) (i32.shl (local.get $count) (i32.const 3))))
  (local.set $here (local.get $list))
  (local.set $end (i32.add (local.get $list) (i32.shl (const PLAYERS) (i32.const 2))))
  (loop $next
    (local.set $here (i32.add (local.get $here) (i32.const 4)))
    (i32.store (local.get $here)
      (i32.load
        (select
          (local.get $shares)
          (i32.add (local.get $shares) (i32.const 4))
          (i32.load (local.get $here)))))
    (br_if $next (i32.ne (local.get $here) (local.get $end))))
  (local.get $list))
