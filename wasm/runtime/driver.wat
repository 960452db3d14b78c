;; Runs what lies on the stack until a question is open or the game is over. Functions of routines and calls
;; give a signal: 0, go on with what lies on top; 1, a seat is asked; 2, chance is asked; 3, the game or this
;; flow of it is over. See interpreter/machine.py.

(global $frame (mut i32) (i32.const 0))
(global $value (mut i32) (i32.const 0))
(global $signal (mut i32) (i32.const 0))
(global $ended (mut i32) (i32.const 0))
(global $record (mut i32) (i32.const 0))
(global $answer (mut i32) (i32.const 0))
(global $chooser (mut i32) (i32.const -1))
(global $came (mut i32) (i32.const 0))
(global $anew (mut i32) (i32.const 0))
(global $battle (mut i32) (i32.const 0))
(global $battle_stage (mut i32) (i32.const 0))
(global $explicit (mut i32) (i32.const 0))

;; ---- What the host calls ----

;; The game begins, with its setup.
(func $begin (result i32)
  (call $resume)
  (i32.store offset=STAGE (i32.const 0) (const SETTING_UP))
  (drop (call $begin_setup))
  (call $go))

;; An option is taken.
(func $step (param $option i32) (result i32)
  (call $resume)
  (global.set $answer
    (i32.add
      (i32.load offset=ROWS (i32.const 0))
      (i32.add
        (i32.mul
          (local.get $option)
          (i32.shl (i32.load offset=WIDTH (i32.const 0)) (i32.const 2)))
        (const ROW_ITEMS))))
  (global.set $chooser (i32.load offset=SEAT (i32.const 0)))
  (if (i32.ge_s (global.get $chooser) (i32.const 0))
    (then (global.set $fuel (const FUEL))))
  (global.set $came (i32.const 1))
  (call $go))

;; The state's own generator answers the question to chance.
(func $chance (result i32)
  (local $count i32)
  (local.set $count (i32.load offset=COUNT (i32.const 0)))
  (call $step
    (if (result i32) (i32.load offset=WEIGHTED (i32.const 0))
      (then
        (call $weighted
          (local.get $count)
          (i32.add (i32.load offset=ROWS (i32.const 0)) (const ROW_WEIGHT))
          (i32.shl (i32.load offset=WIDTH (i32.const 0)) (i32.const 2))))
      (else (call $below (const RNG) (local.get $count))))))

;; In a test: an effect without parameters begins.
(func $start (param $effect i32) (result i32)
  (call $resume)
  (call $start_effect (local.get $effect))
  (call $go))

;; In a test: a routine without parameters begins.
(func $run (param $routine i32) (result i32)
  (call $resume)
  (call $start_routine (local.get $routine))
  (call $go))

;; ---- A step ----

;; Take up a state that was at rest; no question is open any more.
(func $resume
  (global.set $arena (global.get $arena_base))
  (global.set $frame (i32.load offset=TOP (i32.const 0)))
  (global.set $depth (i32.load offset=DEPTH (i32.const 0)))
  (global.set $fuel (i32.sub (const FUEL) (i32.load offset=SPENT (i32.const 0))))
  (global.set $came (i32.const 0))
  (global.set $anew (i32.const 0))
  (global.set $ended (i32.const 0))
  (if (const ANY_BATTLES)
    (then (call $find_battle))))

(func $go (result i32)
  (local $signal i32)
  (local.set $signal (call $drive))
  (if (local.get $signal)
    (then (call $waiting (local.get $signal))))
  (local.get $signal))

;; Run until a question is open or the game is over; of the open question only the options are told.
(func $drive (result i32)
  (local $signal i32)
  (loop $next
    (global.set $ended (i32.const 0))
    (if (i32.eqz (global.get $frame))
      (then
        (br_if $next (call $next_flow))
        (call $quiet)
        (return (i32.const 0))))
    (local.set $signal (call $dispatch))
    (br_if $next (i32.eqz (local.get $signal)))
    (if (i32.eq (local.get $signal) (i32.const 3))
      (then
        (global.set $frame (global.get $battle))
        (global.set $depth (call $count_frames))
        (br $next))))
  (local.get $signal))

;; An option is taken in a state that no step has left since it asked: nothing has to be taken up.
(func $again (param $option i32) (result i32)
  (global.set $arena (global.get $arena_base))
  (global.set $fuel (const FUEL))
  (if (const ANY_BATTLES)
    (then (call $find_battle)))
  (global.set $answer
    (i32.add
      (i32.load offset=ROWS (i32.const 0))
      (i32.add
        (i32.mul
          (local.get $option)
          (i32.shl (i32.load offset=WIDTH (i32.const 0)) (i32.const 2)))
        (const ROW_ITEMS))))
  (global.set $chooser (i32.load offset=SEAT (i32.const 0)))
  (global.set $came (i32.const 1))
  (call $drive))

;; With no routine left: begin what comes after the flow that is done; 0 if nothing does.
(func $next_flow (result i32)
  (if (i32.eq (i32.load offset=STAGE (i32.const 0)) (const SETTING_UP))
    (then
      (i32.store offset=STAGE (i32.const 0) (const PLAYING))
      (if (call $begin_play)
        (then (return (i32.const 1))))))
  (if (i32.eq (i32.load offset=STAGE (i32.const 0)) (const PLAYING))
    (then
      (i32.store offset=STAGE (i32.const 0) (const SCORING))
      (if (call $begin_scoring)
        (then (return (i32.const 1))))))
  (if (i32.eq (i32.load offset=STAGE (i32.const 0)) (const SCORING))
    (then
      (if (i32.eqz (i32.load offset=RANKED (i32.const 0)))
        (then (unreachable)))
      (i32.store offset=STAGE (i32.const 0) (const OVER))))
  (i32.const 0))

;; Nothing runs any more, and nothing is asked.
(func $quiet
  (i32.store offset=TOP (i32.const 0) (i32.const 0))
  (i32.store offset=DEPTH (i32.const 0) (i32.const 0))
  (i32.store offset=SPENT (i32.const 0) (i32.const 0))
  (i32.store offset=ROWS (i32.const 0) (const STACK))
  (i32.store offset=SEAT (i32.const 0) (i32.const 0))
  (i32.store offset=KIND (i32.const 0) (i32.const -1))
  (i32.store offset=COUNT (i32.const 0) (i32.const 0))
  (i32.store offset=USED (i32.const 0) (i32.sub (const STACK) (const STATE))))

;; A question is open, whose options stand behind the topmost frame.
(func $waiting (param $signal i32)
  (i32.store offset=TOP (i32.const 0) (global.get $frame))
  (i32.store offset=DEPTH (i32.const 0) (call $count_frames))
  (i32.store offset=SPENT (i32.const 0)
    (if (result i32) (i32.eq (local.get $signal) (i32.const 2))
      (then (i32.sub (const FUEL) (global.get $fuel)))
      (else (i32.const 0))))
  (i32.store offset=USED (i32.const 0)
    (i32.add
      (i32.sub (i32.load offset=ROWS (i32.const 0)) (const STATE))
      (i32.mul
        (i32.load offset=COUNT (i32.const 0))
        (i32.shl (i32.load offset=WIDTH (i32.const 0)) (i32.const 2))))))

;; The routines on the stack.
(func $count_frames (result i32)
  (local $frame i32) (local $count i32)
  (local.set $frame (global.get $frame))
  (block $done
    (loop $down
      (br_if $done (i32.eqz (local.get $frame)))
      (local.set $count
        (i32.add
          (local.get $count)
          (i32.ge_s (i32.load offset=FRAME_ROUTINE (local.get $frame)) (i32.const 0))))
      (local.set $frame (i32.load offset=FRAME_BELOW (local.get $frame)))
      (br $down)))
  (local.get $count))

;; ---- The end ----

;; `end game`: on to the scoring, of the game or of a battle.
(func $end_flow
  (global.set $ended (i32.const 1))
  (if (global.get $battle)
    (then
      (if (i32.lt_s (i32.load (global.get $battle_stage)) (const PLAYING))
        (then (i32.store (global.get $battle_stage) (const PLAYING))))
      (return)))
  (if (i32.ne (i32.load offset=STAGE (i32.const 0)) (const SCORING))
    (then (i32.store offset=STAGE (i32.const 0) (const PLAYING)))))

;; `end game with`: over with an outcome, one number a seat; greater is ahead, equal numbers share a rank.
(func $decide (param $outcome i32)
  (local $seat i32) (local $other i32) (local $rank i32)
  (if (i32.ne (i32.load (local.get $outcome)) (const PLAYERS))
    (then (unreachable)))
  (memory.copy (const OUTCOME)
    (i32.add (local.get $outcome) (i32.const 4))
    (i32.shl (const PLAYERS) (i32.const 2)))
  (loop $seats
    (local.set $rank (i32.const 1))
    (local.set $other (i32.const 0))
    (loop $others
      (local.set $rank
        (i32.add
          (local.get $rank)
          (i32.gt_s
            (i32.load offset=OUTCOME (local.get $other))
            (i32.load offset=OUTCOME (local.get $seat)))))
      (local.set $other (i32.add (local.get $other) (i32.const 4)))
      (br_if $others (i32.lt_u (local.get $other) (i32.shl (const PLAYERS) (i32.const 2)))))
    (i32.store offset=RANKING (local.get $seat) (local.get $rank))
    (local.set $seat (i32.add (local.get $seat) (i32.const 4)))
    (br_if $seats (i32.lt_u (local.get $seat) (i32.shl (const PLAYERS) (i32.const 2)))))
  (i32.store offset=RANKED (i32.const 0) (i32.const 1))
  (i32.store offset=SCORED (i32.const 0) (i32.const 0))
  (global.set $ended (i32.const 1))
  (if (global.get $battle)
    (then (i32.store (global.get $battle_stage) (const SCORING)))
    (else (i32.store offset=STAGE (i32.const 0) (const OVER)))))

;; The outcome as a list.
(func $outcome_list (result i32)
  (local $list i32)
  (local.set $list (call $alloc (i32.add (const PLAYERS) (i32.const 1))))
  (i32.store (local.get $list) (const PLAYERS))
  (memory.copy
    (i32.add (local.get $list) (i32.const 4)) (const OUTCOME) (i32.shl (const PLAYERS) (i32.const 2)))
  (local.get $list))

;; The result where seats have keys, of which the greater one is better: by seat a word that tells whether it
;; has some, then so many keys.
(func $rank (param $table i32) (param $keys i32)
  (local $seat i32) (local $other i32) (local $before i32) (local $behind i32) (local $row i32)
  (local $all i32)
  (local.set $row (i32.shl (i32.add (local.get $keys) (i32.const 1)) (i32.const 2)))
  (local.set $all (i32.const 1))
  (loop $seats
    (local.set $before (i32.const 0))
    (local.set $behind (i32.const 0))
    (local.set $other (i32.const 0))
    (loop $others
      (local.set $before
        (i32.add
          (local.get $before)
          (call $better
            (i32.add (local.get $table) (i32.mul (local.get $other) (local.get $row)))
            (i32.add (local.get $table) (i32.mul (local.get $seat) (local.get $row)))
            (local.get $keys))))
      (local.set $behind
        (i32.add
          (local.get $behind)
          (call $better
            (i32.add (local.get $table) (i32.mul (local.get $seat) (local.get $row)))
            (i32.add (local.get $table) (i32.mul (local.get $other) (local.get $row)))
            (local.get $keys))))
      (local.set $other (i32.add (local.get $other) (i32.const 1)))
      (br_if $others (i32.lt_u (local.get $other) (const PLAYERS))))
    (i32.store offset=OUTCOME (i32.shl (local.get $seat) (i32.const 2))
      (i32.sub (local.get $behind) (local.get $before)))
    (i32.store offset=RANKING (i32.shl (local.get $seat) (i32.const 2))
      (i32.add (local.get $before) (i32.const 1)))
    (i32.store offset=SCORES (i32.shl (local.get $seat) (i32.const 2))
      (i32.load offset=4
        (i32.add (local.get $table) (i32.mul (local.get $seat) (local.get $row)))))
    (local.set $all
      (i32.and
        (local.get $all)
        (i32.load (i32.add (local.get $table) (i32.mul (local.get $seat) (local.get $row))))))
    (local.set $seat (i32.add (local.get $seat) (i32.const 1)))
    (br_if $seats (i32.lt_u (local.get $seat) (const PLAYERS))))
  (i32.store offset=RANKED (i32.const 0) (i32.const 1))
  (i32.store offset=SCORED (i32.const 0) (local.get $all)))

;; Whether the keys of a seat are better than those of another one; without keys nobody is better.
(func $better (param $seat i32) (param $other i32) (param $keys i32) (result i32)
  (local $mine i32) (local $theirs i32)
  (if (i32.eqz (i32.load (local.get $seat)))
    (then (return (i32.const 0))))
  (if (i32.eqz (i32.load (local.get $other)))
    (then (return (i32.const 1))))
  (loop $next
    (if (i32.eqz (local.get $keys))
      (then (return (i32.const 0))))
    (local.set $seat (i32.add (local.get $seat) (i32.const 4)))
    (local.set $other (i32.add (local.get $other) (i32.const 4)))
    (local.set $keys (i32.sub (local.get $keys) (i32.const 1)))
    (local.set $mine (i32.load (local.get $seat)))
    (local.set $theirs (i32.load (local.get $other)))
    (br_if $next (i32.eq (local.get $mine) (local.get $theirs))))
  (i32.gt_s (local.get $mine) (local.get $theirs)))
