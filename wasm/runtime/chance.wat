;; The generator PCG32 (O'Neill 2014, XSH-RR 64/32), to the bit as interpreter/chance.py has it. A generator
;; is the address of two words of 64 bits: its state and its increment.

;; 32 uniform bits.
(func $draw (param $generator i32) (result i32)
  (local $state i64)
  (local.set $state (i64.load (local.get $generator)))
  (i64.store (local.get $generator)
    (i64.add
      (i64.mul (local.get $state) (i64.const 6364136223846793005))
      (i64.load offset=8 (local.get $generator))))
  (i32.rotr
    (i32.wrap_i64
      (i64.shr_u
        (i64.xor (i64.shr_u (local.get $state) (i64.const 18)) (local.get $state))
        (i64.const 27)))
    (i32.wrap_i64 (i64.shr_u (local.get $state) (i64.const 59)))))

;; A uniform number below $bound, which is at least 1. Draws below 2^32 mod $bound are rejected; that is less
;; than $bound, so that nearly no draw has to be compared with it.
(func $below (param $generator i32) (param $bound i32) (result i32)
  (local $number i32)
  (block $drawn
    (loop $again
      (local.set $number (call $draw (local.get $generator)))
      (br_if $drawn (i32.ge_u (local.get $number) (local.get $bound)))
      (br_if $again
        (i32.lt_u
          (local.get $number)
          (i32.rem_u (i32.sub (i32.const 0) (local.get $bound)) (local.get $bound))))))
  (i32.rem_u (local.get $number) (local.get $bound)))

;; Chance chooses one of $count things, each as likely: nothing is drawn where there is only one.
(func $one_of (param $count i32) (result i32)
  (if (i32.lt_u (local.get $count) (i32.const 2))
    (then (return (i32.const 0))))
  (call $below (const RNG) (local.get $count)))

;; Chance chooses one of $count positions by the weights that stand at $weights, $stride bytes apart.
(func $weighted (param $count i32) (param $weights i32) (param $stride i32) (result i32)
  (local $sum i32) (local $at i32) (local $left i32)
  (if (i32.lt_u (local.get $count) (i32.const 2))
    (then (return (i32.const 0))))
  (local.set $at (local.get $weights))
  (local.set $left (local.get $count))
  (loop $add
    (local.set $sum (i32.add (local.get $sum) (i32.load (local.get $at))))
    (local.set $at (i32.add (local.get $at) (local.get $stride)))
    (local.set $left (i32.sub (local.get $left) (i32.const 1)))
    (br_if $add (local.get $left)))
  (local.set $sum (call $below (const RNG) (local.get $sum)))
  (local.set $at (local.get $weights))
  (block $found
    (loop $search
      (br_if $found (i32.lt_u (local.get $sum) (i32.load (local.get $at))))
      (local.set $sum (i32.sub (local.get $sum) (i32.load (local.get $at))))
      (local.set $at (i32.add (local.get $at) (local.get $stride)))
      (local.set $left (i32.add (local.get $left) (i32.const 1)))
      (br $search)))
  (local.get $left))
