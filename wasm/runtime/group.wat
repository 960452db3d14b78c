;; Options that are alike become one: a pattern. For each kind of row there are functions of these names with
;; something behind them, and so of $same (whether two rows are alike for an eye), $order (which of two marks
;; comes first), $less (whether the items of a row come before those of another), $unseen (whether something
;; in a row is not identified). They take addresses of items. See interpreter/alike.py and options.py.

;; Make rows that are alike one, which keeps the lowest; those with something unidentified come last, in the
;; order of their marks. Gives the number of rows left.
(func $group (param $rows i32) (param $count i32) (param $width i32) (param $eye i32) (result i32)
  (local $row i32) (local $end i32) (local $other i32) (local $kept i32) (local $blind i32)
  (local.set $row (local.get $rows))
  (local.set $kept (local.get $rows))
  (local.set $end
    (i32.add (local.get $rows) (i32.mul (local.get $count) (local.get $width))))
  (block $grouped
    (loop $next
      (br_if $grouped (i32.eq (local.get $row) (local.get $end)))
      (block $known
        (local.set $other (local.get $rows))
        (block $new
          (loop $look
            (br_if $new (i32.eq (local.get $other) (local.get $kept)))
            (if (call $same
                  (i32.add (local.get $row) (const ROW_ITEMS))
                  (i32.add (local.get $other) (const ROW_ITEMS))
                  (local.get $eye))
              (then
                (if (call $less
                      (i32.add (local.get $row) (const ROW_ITEMS))
                      (i32.add (local.get $other) (const ROW_ITEMS)))
                  (then (memory.copy (local.get $other) (local.get $row) (local.get $width))))
                (br $known)))
            (local.set $other (i32.add (local.get $other) (local.get $width)))
            (br $look)))
        (local.set $blind
          (i32.or
            (local.get $blind)
            (call $unseen (i32.add (local.get $row) (const ROW_ITEMS)) (local.get $eye))))
        (if (i32.ne (local.get $kept) (local.get $row))
          (then (memory.copy (local.get $kept) (local.get $row) (local.get $width))))
        (local.set $kept (i32.add (local.get $kept) (local.get $width))))
      (local.set $row (i32.add (local.get $row) (local.get $width)))
      (br $next)))
  (local.set $count
    (i32.div_u (i32.sub (local.get $kept) (local.get $rows)) (local.get $width)))
  (if (local.get $blind)
    (then
      (call $sort_blind (local.get $rows) (local.get $count) (local.get $width) (local.get $eye))))
  (local.get $count))

;; Put the rows with something unidentified behind the others (of actions: of the same action).
(func $sort_blind (param $rows i32) (param $count i32) (param $width i32) (param $eye i32)
  (local $held i32) (local $row i32) (local $end i32) (local $at i32)
  (local.set $held (call $alloc (i32.shr_u (local.get $width) (i32.const 2))))
  (local.set $end
    (i32.add (local.get $rows) (i32.mul (local.get $count) (local.get $width))))
  (local.set $row (local.get $rows))
  (block $done
    (loop $next
      (local.set $row (i32.add (local.get $row) (local.get $width)))
      (br_if $done (i32.ge_u (local.get $row) (local.get $end)))
      (memory.copy (local.get $held) (local.get $row) (local.get $width))
      (local.set $at (local.get $row))
      (block $placed
        (loop $down
          (br_if $placed (i32.eq (local.get $at) (local.get $rows)))
          (br_if $placed
            (i32.eqz
              (call $comes_before
                (i32.add (local.get $held) (const ROW_ITEMS))
                (i32.add (i32.sub (local.get $at) (local.get $width)) (const ROW_ITEMS))
                (local.get $eye))))
          (memory.copy (local.get $at)
            (i32.sub (local.get $at) (local.get $width)) (local.get $width))
          (local.set $at (i32.sub (local.get $at) (local.get $width)))
          (br $down)))
      (memory.copy (local.get $at) (local.get $held) (local.get $width))
      (br $next))))

;; Whether a row has to come before another one that now does.
(func $comes_before (param $row i32) (param $other i32) (param $eye i32) (result i32)
  (local $blind i32) (local $first i32)
  (local.set $first (call $leading (local.get $row) (local.get $other)))
  (if (local.get $first)
    (then (return (i32.lt_s (local.get $first) (i32.const 0)))))
  (local.set $blind (call $unseen (local.get $row) (local.get $eye)))
  (if (i32.ne (local.get $blind) (call $unseen (local.get $other) (local.get $eye)))
    (then (return (i32.eqz (local.get $blind)))))
  (if (i32.eqz (local.get $blind))
    (then (return (i32.const 0))))
  (i32.lt_s (call $order (local.get $row) (local.get $other) (local.get $eye)) (i32.const 0)))

;; Only those of some rows that are like $chosen (the address of its items).
(func $lot
  (param $rows i32) (param $count i32) (param $width i32) (param $chosen i32) (param $eye i32)
  (result i32)
  (local $from i32) (local $kept i32)
  (local.set $from (local.get $rows))
  (local.set $kept (local.get $rows))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $count)))
      (if (call $same
            (i32.add (local.get $from) (const ROW_ITEMS)) (local.get $chosen) (local.get $eye))
        (then
          (if (i32.ne (local.get $from) (local.get $kept))
            (then (memory.copy (local.get $kept) (local.get $from) (local.get $width))))
          (local.set $kept (i32.add (local.get $kept) (local.get $width)))))
      (local.set $from (i32.add (local.get $from) (local.get $width)))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br $next)))
  (i32.div_u (i32.sub (local.get $kept) (local.get $rows)) (local.get $width)))

;; Put rows into the order of the options that they are part of; those of one option ascending.
(func $sort_rows
  (param $rows i32) (param $count i32) (param $options i32) (param $width i32) (param $eye i32)
  (local $held i32) (local $row i32) (local $end i32) (local $at i32) (local $rank i32)
  (local.set $end
    (i32.add (local.get $rows) (i32.mul (local.get $count) (local.get $width))))
  (local.set $row (local.get $rows))
  (block $ranked
    (loop $next
      (br_if $ranked (i32.eq (local.get $row) (local.get $end)))
      (local.set $at (local.get $options))
      (local.set $rank (i32.const 0))
      (block $found
        (loop $look
          (br_if $found
            (call $same
              (i32.add (local.get $row) (const ROW_ITEMS))
              (i32.add (local.get $at) (const ROW_ITEMS))
              (local.get $eye)))
          (local.set $at (i32.add (local.get $at) (local.get $width)))
          (local.set $rank (i32.add (local.get $rank) (i32.const 1)))
          (br $look)))
      (i32.store offset=ROW_WEIGHT (local.get $row) (local.get $rank))
      (local.set $row (i32.add (local.get $row) (local.get $width)))
      (br $next)))
  (local.set $held (call $alloc (i32.shr_u (local.get $width) (i32.const 2))))
  (local.set $row (local.get $rows))
  (block $done
    (loop $insert
      (local.set $row (i32.add (local.get $row) (local.get $width)))
      (br_if $done (i32.ge_u (local.get $row) (local.get $end)))
      (memory.copy (local.get $held) (local.get $row) (local.get $width))
      (local.set $at (local.get $row))
      (block $placed
        (loop $down
          (br_if $placed (i32.eq (local.get $at) (local.get $rows)))
          (br_if $placed
            (i32.eqz
              (call $ranks_before (local.get $held) (i32.sub (local.get $at) (local.get $width)))))
          (memory.copy (local.get $at)
            (i32.sub (local.get $at) (local.get $width)) (local.get $width))
          (local.set $at (i32.sub (local.get $at) (local.get $width)))
          (br $down)))
      (memory.copy (local.get $at) (local.get $held) (local.get $width))
      (br $insert))))

;; Whether a row has a lower rank than another one, or the same and lower items.
(func $ranks_before (param $row i32) (param $other i32) (result i32)
  (local $mine i32) (local $other_rank i32)
  (local.set $mine (i32.load offset=ROW_WEIGHT (local.get $row)))
  (local.set $other_rank (i32.load offset=ROW_WEIGHT (local.get $other)))
  (if (i32.ne (local.get $mine) (local.get $other_rank))
    (then (return (i32.lt_u (local.get $mine) (local.get $other_rank)))))
  (call $less
    (i32.add (local.get $row) (const ROW_ITEMS))
    (i32.add (local.get $other) (const ROW_ITEMS))))

;; Make rows that are alike one for chance: it keeps the lowest, its weight becomes the sum of theirs.
(func $gather (param $rows i32) (param $count i32) (param $width i32) (param $eye i32) (result i32)
  (local $row i32) (local $end i32) (local $other i32) (local $kept i32) (local $weight i32)
  (local.set $row (local.get $rows))
  (local.set $kept (local.get $rows))
  (local.set $end
    (i32.add (local.get $rows) (i32.mul (local.get $count) (local.get $width))))
  (block $done
    (loop $next
      (br_if $done (i32.eq (local.get $row) (local.get $end)))
      (block $known
        (local.set $other (local.get $rows))
        (block $new
          (loop $look
            (br_if $new (i32.eq (local.get $other) (local.get $kept)))
            (if (call $same
                  (i32.add (local.get $row) (const ROW_ITEMS))
                  (i32.add (local.get $other) (const ROW_ITEMS))
                  (local.get $eye))
              (then
                (local.set $weight
                  (i32.add
                    (i32.load offset=ROW_WEIGHT (local.get $row))
                    (i32.load offset=ROW_WEIGHT (local.get $other))))
                (if (call $less
                      (i32.add (local.get $row) (const ROW_ITEMS))
                      (i32.add (local.get $other) (const ROW_ITEMS)))
                  (then (memory.copy (local.get $other) (local.get $row) (local.get $width))))
                (i32.store offset=ROW_WEIGHT (local.get $other) (local.get $weight))
                (br $known)))
            (local.set $other (i32.add (local.get $other) (local.get $width)))
            (br $look)))
        (if (i32.ne (local.get $kept) (local.get $row))
          (then (memory.copy (local.get $kept) (local.get $row) (local.get $width))))
        (local.set $kept (i32.add (local.get $kept) (local.get $width))))
      (local.set $row (i32.add (local.get $row) (local.get $width)))
      (br $next)))
  (i32.div_u (i32.sub (local.get $kept) (local.get $rows)) (local.get $width)))
