;; Whole games inside the module: bots that take every option with the same probability play from a state
;; given, once or many times. Seeds are derived as interpreter/chance.py says, so that game i of a seed is
;; the same game on every engine.

;; SplitMix64: the output function.
(func $mix (param $n i64) (result i64)
  (local.set $n
    (i64.mul
      (i64.xor (local.get $n) (i64.shr_u (local.get $n) (i64.const 30)))
      (i64.const 0xBF58476D1CE4E5B9)))
  (local.set $n
    (i64.mul
      (i64.xor (local.get $n) (i64.shr_u (local.get $n) (i64.const 27)))
      (i64.const 0x94D049BB133111EB)))
  (i64.xor (local.get $n) (i64.shr_u (local.get $n) (i64.const 31))))

;; A seed for a place of a stream.
(func $derive (param $seed i64) (param $stream i64) (param $index i64) (result i64)
  (local $n i64)
  (local.set $n (call $mix (i64.add (local.get $seed) (i64.const 0x9E3779B97F4A7C15))))
  (local.set $n
    (call $mix (i64.add (i64.xor (local.get $n) (local.get $stream)) (i64.const 0x9E3779B97F4A7C15))))
  (call $mix (i64.add (i64.xor (local.get $n) (local.get $index)) (i64.const 0x9E3779B97F4A7C15))))

;; Start the generator at an address.
(func $seeded (param $generator i32) (param $seed i64) (param $stream i64) (param $index i64)
  (call $start_generator (local.get $generator)
    (call $derive (local.get $seed) (local.get $stream) (local.get $index))
    (local.get $stream)))

;; Start the generator at an address with 64 bits, in one of its sequences.
(func $start_generator (param $generator i32) (param $state i64) (param $sequence i64)
  (local $increment i64)
  (local.set $increment (i64.or (i64.shl (local.get $sequence) (i64.const 1)) (i64.const 1)))
  (i64.store offset=8 (local.get $generator) (local.get $increment))
  (i64.store (local.get $generator)
    (i64.add
      (i64.mul
        (i64.add (local.get $increment) (local.get $state))
        (i64.const 6364136223846793005))
      (local.get $increment))))

;; Room that steps leave alone, until $release: the address of so many bytes.
(func $reserve (param $bytes i32) (result i32)
  (local $at i32)
  (local.set $at (global.get $arena_base))
  (global.set $arena_base
    (i32.add (local.get $at) (i32.and (i32.add (local.get $bytes) (i32.const 15)) (i32.const -8))))
  (global.set $arena (global.get $arena_base))
  (if (i32.gt_u (global.get $arena) (global.get $limit))
    (then (call $grow)))
  (local.get $at))

(func $release
  (global.set $arena_base (const ARENA))
  (global.set $arena (const ARENA)))

;; What is asked in the state that stands in the block: the signal with which a step would have ended.
(func $signal (result i32)
  (if (i32.lt_s (i32.load offset=KIND (i32.const 0)) (i32.const 0))
    (then (return (i32.const 0))))
  (if (i32.lt_s (i32.load offset=SEAT (i32.const 0)) (i32.const 0))
    (then (return (i32.const 2))))
  (i32.const 1))

;; One game to its end, with the bots' generators at BOTS: the number of decisions, -1 where it takes more
;; than $most, and then the block holds no state at rest.
(func $playout (param $most i32) (result i32)
  (local $signal i32)
  (if (i32.eqz (i32.load offset=STAGE (i32.const 0)))
    (then (local.set $signal (call $begin)))
    (else
      (call $resume)
      (local.set $signal (call $signal))
      ;; From here on chance answers by itself.
      (if (i32.eq (local.get $signal) (i32.const 2))
        (then (local.set $signal (call $chance))))))
  (call $play_on (local.get $signal) (local.get $most)))

;; The same where a step has just ended with this signal, which is not 2.
(func $play_on (param $signal i32) (param $most i32) (result i32)
  (local $count i32) (local $decisions i32) (local $option i32)
  (block $over
    (loop $next
      (br_if $over (i32.eqz (local.get $signal)))
      (if (i32.eq (local.get $decisions) (local.get $most))
        (then (return (i32.const -1))))
      (local.set $count (i32.load offset=COUNT (i32.const 0)))
      (local.set $option (i32.const 0))
      (if (i32.gt_u (local.get $count) (i32.const 1))
        (then
          (local.set $option
            (call $below
              (i32.add
                (const BOTS)
                (i32.shl (i32.load offset=SEAT (i32.const 0)) (i32.const 4)))
              (local.get $count)))))
      (local.set $decisions (i32.add (local.get $decisions) (i32.const 1)))
      (local.set $signal (call $again (local.get $option)))
      (br $next)))
  (local.get $decisions))

;; The games $first to $first + $count - 1 of a seed, each from the state at $root with generators of its
;; own. A record of each goes to $records: the decisions, then the outcome of each seat. How many are done
;; stands at DONE all the time: where a game stops the module, the host finds there which.
(func $playouts
  (param $seed i64) (param $first i32) (param $count i32) (param $most i32) (param $root i32)
  (param $records i32)
  (local $done i32) (local $own i64) (local $seat i32) (local $used i32)
  (local.set $used (i32.load offset=16 (local.get $root)))
  (global.set $explicit (i32.const 0))
  (block $end
    (loop $next
      (i32.store offset=DONE (i32.const 0) (local.get $done))
      (br_if $end (i32.eq (local.get $done) (local.get $count)))
      (local.set $own
        (call $derive (local.get $seed) (i64.const 2)
          (i64.extend_i32_u (i32.add (local.get $first) (local.get $done)))))
      (memory.copy (const STATE) (local.get $root) (local.get $used))
      (call $seeded (const RNG) (local.get $own) (i64.const 0) (i64.const 0))
      (local.set $seat (i32.const 0))
      (loop $bots
        (call $seeded
          (i32.add (const BOTS) (i32.shl (local.get $seat) (i32.const 4)))
          (local.get $own) (i64.const 1) (i64.extend_i32_u (local.get $seat)))
        (local.set $seat (i32.add (local.get $seat) (i32.const 1)))
        (br_if $bots (i32.lt_u (local.get $seat) (const PLAYERS))))
      (i32.store (local.get $records) (call $playout (local.get $most)))
      (memory.copy
        (i32.add (local.get $records) (i32.const 4))
        (const OUTCOME)
        (i32.shl (const PLAYERS) (i32.const 2)))
      (local.set $records
        (i32.add (local.get $records) (i32.shl (i32.add (const PLAYERS) (i32.const 1)) (i32.const 2))))
      (local.set $done (i32.add (local.get $done) (i32.const 1)))
      (br $next))))

;; One step in each of $count games whose blocks lie $stride bytes apart from $blocks on: game i gets answer
;; $options[i], none where that is below 0. What is asked then goes to $asked: signal, seat, options.
(func $step_batch
  (param $first i32) (param $count i32) (param $blocks i32) (param $stride i32) (param $options i32)
  (param $asked i32)
  (local $block i32) (local $option i32) (local $into i32)
  (global.set $explicit (i32.const 0))
  (block $end
    (loop $next
      (i32.store offset=DONE (i32.const 0) (local.get $first))
      (br_if $end (i32.eq (local.get $first) (local.get $count)))
      (local.set $option
        (i32.load (i32.add (local.get $options) (i32.shl (local.get $first) (i32.const 2)))))
      (if (i32.ge_s (local.get $option) (i32.const 0))
        (then
          (local.set $block
            (i32.add (local.get $blocks) (i32.mul (local.get $first) (local.get $stride))))
          (local.set $into
            (i32.add (local.get $asked) (i32.mul (local.get $first) (i32.const 12))))
          (memory.copy (const STATE) (local.get $block) (i32.load offset=16 (local.get $block)))
          (i32.store (local.get $into) (call $step (local.get $option)))
          (i32.store offset=4 (local.get $into) (i32.load offset=SEAT (i32.const 0)))
          (i32.store offset=8 (local.get $into) (i32.load offset=COUNT (i32.const 0)))
          (memory.copy (local.get $block) (const STATE) (i32.load offset=USED (i32.const 0)))))
      (local.set $first (i32.add (local.get $first) (i32.const 1)))
      (br $next))))
