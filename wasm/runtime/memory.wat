;; The arena: lists that are made while a step runs. It begins anew, at $arena_base, with every step.
;; $arena is where the next list comes to lie, $limit where the memory ends.

;; Room for so many words.
(func $alloc (param $words i32) (result i32)
  (local $at i32)
  (local.set $at (global.get $arena))
  (global.set $arena (i32.add (local.get $at) (i32.shl (local.get $words) (i32.const 2))))
  (if (i32.gt_u (global.get $arena) (global.get $limit))
    (then (call $grow)))
  (local.get $at))

;; More pages, at least a megabyte; a game that wants more than there is stops.
(func $grow
  (local $pages i32)
  (local.set $pages
    (i32.add
      (i32.shr_u (i32.sub (global.get $arena) (global.get $limit)) (i32.const 16))
      (i32.const 16)))
  (if (i32.lt_s (memory.grow (local.get $pages)) (i32.const 0))
    (then (unreachable)))
  (global.set $limit (i32.add (global.get $limit) (i32.shl (local.get $pages) (i32.const 16)))))

(func $set_explicit (param $explicit i32)
  (global.set $explicit (local.get $explicit)))
