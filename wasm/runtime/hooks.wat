;; The order of live hooks: a list of (hook, self, holder); see interpreter/hooks.py. Tables by hook are named
;; in capitals.

;; By pack, holder (none first, then from the active seat on), name, component.
(func $order_hooks (param $list i32)
  (local $hook i32) (local $end i32) (local $at i32)
  (local $number i32) (local $self i32) (local $holder i32) (local $active i32)
  (local.set $active (call $active))
  (local.set $hook (i32.add (local.get $list) (i32.const 4)))
  (local.set $end
    (i32.add (local.get $hook) (i32.mul (i32.load (local.get $list)) (i32.const 12))))
  (block $done
    (loop $next
      (local.set $hook (i32.add (local.get $hook) (i32.const 12)))
      (br_if $done (i32.ge_u (local.get $hook) (local.get $end)))
      (local.set $number (i32.load (local.get $hook)))
      (local.set $self (i32.load offset=4 (local.get $hook)))
      (local.set $holder (i32.load offset=8 (local.get $hook)))
      (local.set $at (local.get $hook))
      (block $placed
        (loop $down
          (br_if $placed
            (i32.eq (local.get $at) (i32.add (local.get $list) (i32.const 4))))
          (br_if $placed
            (i32.eqz
              (call $hook_before
                (local.get $number) (local.get $self) (local.get $holder)
                (i32.sub (local.get $at) (i32.const 12))
                (local.get $active))))
          (memory.copy (local.get $at) (i32.sub (local.get $at) (i32.const 12)) (i32.const 12))
          (local.set $at (i32.sub (local.get $at) (i32.const 12)))
          (br $down)))
      (i32.store (local.get $at) (local.get $number))
      (i32.store offset=4 (local.get $at) (local.get $self))
      (i32.store offset=8 (local.get $at) (local.get $holder))
      (br $next))))

;; How far a holder's seat is from the active one, from 1 on; 0: nobody holds it.
(func $turn_of (param $holder i32) (param $active i32) (result i32)
  (local $seat i32)
  (if (i32.lt_s (local.get $holder) (i32.const 0))
    (then (return (i32.const 0))))
  (local.set $seat (i32.sub (local.get $holder) (local.get $active)))
  (if (i32.lt_s (local.get $seat) (i32.const 0))
    (then (local.set $seat (i32.add (local.get $seat) (const PLAYERS)))))
  (i32.add (local.get $seat) (i32.const 1)))

;; Whether a live hook comes before the one at an address.
(func $hook_before
  (param $number i32) (param $self i32) (param $holder i32) (param $other i32) (param $active i32)
  (result i32)
  (local $mine i32) (local $theirs i32)
  (local.set $mine (i32.load offset=HOOK_RANK (i32.shl (local.get $number) (i32.const 2))))
  (local.set $theirs
    (i32.load offset=HOOK_RANK (i32.shl (i32.load (local.get $other)) (i32.const 2))))
  (if (i32.ne (local.get $mine) (local.get $theirs))
    (then (return (i32.lt_s (local.get $mine) (local.get $theirs)))))
  (local.set $mine (call $turn_of (local.get $holder) (local.get $active)))
  (local.set $theirs
    (call $turn_of (i32.load offset=8 (local.get $other)) (local.get $active)))
  (if (i32.ne (local.get $mine) (local.get $theirs))
    (then (return (i32.lt_s (local.get $mine) (local.get $theirs)))))
  (local.set $mine (i32.load offset=HOOK_NAME (i32.shl (local.get $number) (i32.const 2))))
  (local.set $theirs
    (i32.load offset=HOOK_NAME (i32.shl (i32.load (local.get $other)) (i32.const 2))))
  (if (i32.ne (local.get $mine) (local.get $theirs))
    (then (return (i32.lt_s (local.get $mine) (local.get $theirs)))))
  (i32.lt_s (local.get $self) (i32.load offset=4 (local.get $other))))

;; A hook comes behind those that it names: over and over the first that waits for none of the others; of
;; hooks that name each other in a ring, the first.
(func $order_after (param $list i32)
  (local $waiting i32) (local $left i32) (local $to i32) (local $ready i32) (local $end i32)
  (local.set $left (i32.load (local.get $list)))
  (local.set $end (i32.mul (local.get $left) (i32.const 12)))
  (local.set $waiting (call $alloc (i32.mul (local.get $left) (i32.const 3))))
  (local.set $to (i32.add (local.get $list) (i32.const 4)))
  (memory.copy (local.get $waiting) (local.get $to) (local.get $end))
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $left)))
      (local.set $end
        (i32.add (local.get $waiting) (i32.mul (local.get $left) (i32.const 12))))
      (local.set $ready (local.get $waiting))
      (block $found
        (loop $look
          (br_if $found
            (i32.eqz
              (call $waits_for (local.get $ready) (local.get $waiting) (local.get $end))))
          (local.set $ready (i32.add (local.get $ready) (i32.const 12)))
          (br_if $look (i32.lt_u (local.get $ready) (local.get $end))))
        (local.set $ready (local.get $waiting)))
      (memory.copy (local.get $to) (local.get $ready) (i32.const 12))
      (local.set $to (i32.add (local.get $to) (i32.const 12)))
      (memory.copy
        (local.get $ready)
        (i32.add (local.get $ready) (i32.const 12))
        (i32.sub (i32.sub (local.get $end) (local.get $ready)) (i32.const 12)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br $next)))
  (global.set $arena (local.get $waiting)))

;; Whether a live hook names another hook that is among some.
(func $waits_for (param $hook i32) (param $among i32) (param $end i32) (result i32)
  (local $names i32) (local $last i32) (local $own i32) (local $at i32)
  (local.set $own (i32.load (local.get $hook)))
  (local.set $names (i32.load offset=HOOK_AFTER (i32.shl (local.get $own) (i32.const 2))))
  (local.set $last
    (i32.add (local.get $names) (i32.shl (i32.load (local.get $names)) (i32.const 2))))
  (block $none
    (loop $next
      (br_if $none (i32.eq (local.get $names) (local.get $last)))
      (local.set $names (i32.add (local.get $names) (i32.const 4)))
      (br_if $next (i32.eq (i32.load (local.get $names)) (local.get $own)))
      (local.set $at (local.get $among))
      (loop $look
        (if (i32.eq (i32.load (local.get $at)) (i32.load (local.get $names)))
          (then (return (i32.const 1))))
        (local.set $at (i32.add (local.get $at) (i32.const 12)))
        (br_if $look (i32.lt_u (local.get $at) (local.get $end))))
      (br $next)))
  (i32.const 0))

;; The seat whose turn it is; outside a turn the starter, seat 0 where none is set.
(func $active (result i32)
  (local $seat i32)
  (local.set $seat (i32.load offset=ACTIVE_SEAT (i32.const 0)))
  (if (i32.ge_s (local.get $seat) (i32.const 0))
    (then (return (local.get $seat))))
  (local.set $seat (i32.load offset=STARTER_SEAT (i32.const 0)))
  (select (local.get $seat) (i32.const 0) (i32.ge_s (local.get $seat) (i32.const 0))))
