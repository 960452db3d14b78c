;; Tree search inside the module: UCT (Kocsis, Szepesvari 2006) with an open loop over what chance does and, where
;; things are hidden, over several worlds by turns (single-observer information sets: Cowling, Powley,
;; Whitehouse 2012). sim/search.py does the same, number by number.
;;
;; A node of the tree lies in a record: MEAN (of the outcome for who chose it) and RSQ (1 / sqrt of the
;; visits), words of 64 bits, VISITS, AVAILABLE (how often it could be chosen), MARK (of the option), PASSED (the
;; last match that met it), CHILDREN (where they lie, one behind the other) and CHILD_COUNT, ROOM (for so many
;; children), SAVED (the state here), MOVER (who chooses here).
;;
;; Where the way to a node fixes its state, options and children have one order, ROOM is 0, and the state is
;; kept: no step is taken again. CHILD_COUNT -1 means there that the game is over; SAVED are the outcomes. In
;; other nodes children are found by the marks of the options that there are this time (see marks.wat).

(global $root (mut i32) (i32.const 0))
(global $worlds (mut i32) (i32.const 0))
(global $world_count (mut i32) (i32.const 0))
(global $world (mut i32) (i32.const 0))
(global $longest (mut i32) (i32.const 0))
(global $path (mut i32) (i32.const 0))
(global $path_end (mut i32) (i32.const 0))
(global $found (mut i32) (i32.const 0))
(global $nodes_left (mut i32) (i32.const 0))
(global $match (mut i32) (i32.const 0))
(global $grown (mut i32) (i32.const 0))

;; ---- What the host calls ----

;; Begin a search from the states whose addresses stand at $worlds, in each of which the same seat is asked the
;; same question. The generator stands at SEARCH. $longest: decisions of a rollout; $nodes: of the tree. Gives
;; the address of the root.
(func $search_begin
  (param $worlds i32) (param $count i32) (param $longest i32) (param $nodes i32) (result i32)
  (local $own i64) (local $seat i32)
  (global.set $worlds (local.get $worlds))
  (global.set $world_count (local.get $count))
  (global.set $world (i32.const 0))
  (global.set $longest (local.get $longest))
  (global.set $nodes_left (local.get $nodes))
  (global.set $match (i32.const 0))
  (global.set $explicit (i32.const 0))
  (global.set $path (call $reserve (i32.shl (const DEEPEST) (i32.const 3))))
  (global.set $path_end (global.get $path))
  (global.set $found (call $reserve (i32.shl (const MOST_OPTIONS) (i32.const 2))))
  (i32.store offset=LOWEST (i32.const 0) (i32.const 0x7fffffff))
  (i32.store offset=HIGHEST (i32.const 0) (i32.const -0x80000000))
  (local.set $own (call $long_draw))
  (loop $bots
    (call $seeded
      (i32.add (const BOTS) (i32.shl (local.get $seat) (i32.const 4)))
      (local.get $own) (i64.const 1) (i64.extend_i32_u (local.get $seat)))
    (local.set $seat (i32.add (local.get $seat) (i32.const 1)))
    (br_if $bots (i32.lt_u (local.get $seat) (const PLAYERS))))
  (drop (call $take_up (i32.load (local.get $worlds)) (i64.const 0)))
  (global.set $root (call $reserve (const NODE)))
  (memory.fill (global.get $root) (i32.const 0) (const NODE))
  (i32.store offset=VISITS (global.get $root) (i32.const 1))
  (call $open (global.get $root))
  (global.get $root))

;; So many iterations more.
(func $search (param $count i32)
  (block $done
    (loop $next
      (br_if $done (i32.eqz (local.get $count)))
      (call $iterate)
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br $next))))

;; The iteration that stopped the module counts as one of a game that nobody won.
(func $search_stopped
  (memory.fill (const OUTCOME) (i32.const 0) (i32.shl (const PLAYERS) (i32.const 2)))
  (call $learn))

;; ---- One iteration ----

(func $iterate
  (local $node i32) (local $child i32) (local $option i32) (local $settled i32) (local $saved i32)
  (local $seat i32) (local $left i32) (local $signal i32) (local $chance i64)
  (local.set $saved
    (i32.load (i32.add (global.get $worlds) (i32.shl (global.get $world) (i32.const 2)))))
  (global.set $world (i32.add (global.get $world) (i32.const 1)))
  (if (i32.eq (global.get $world) (global.get $world_count))
    (then (global.set $world (i32.const 0))))
  ;; As `start` of interpreter/chance.py in the stream of determinizations: chance goes another way each time.
  (local.set $chance
    (i64.add
      (i64.mul
        (i64.add (call $long_draw) (i64.const 7))
        (i64.const 6364136223846793005))
      (i64.const 7)))
  (call $weigh)
  (global.set $path_end (global.get $path))
  (local.set $node (global.get $root))
  (local.set $settled (i32.eq (global.get $world_count) (i32.const 1)))
  (block $over
    (block $nobody
      (block $rollout
        (loop $down
          ;; Choose a child. Where the state is kept, nothing has to be looked at but the children.
          (block $chosen
            (if (i32.and
                  (i32.ne (local.get $saved) (i32.const 0))
                  (call $opened (local.get $node)))
              (then
                (local.set $child (call $best (local.get $node)))
                (local.set $option
                  (i32.div_u
                    (i32.sub (local.get $child) (i32.load offset=CHILDREN (local.get $node)))
                    (const NODE)))
                (local.set $seat (i32.load offset=MOVER (local.get $node)))
                (br $chosen)))
            (if (local.get $saved)
              (then
                (local.set $signal (call $take_up (local.get $saved) (local.get $chance)))
                (local.set $saved (i32.const 0))))
            ;; What has one answer only is answered, and is no node.
            (local.set $left (global.get $longest))
            (block $asked
              (loop $forced
                (if (i32.eqz (local.get $signal))
                  (then
                    (if (local.get $settled)
                      (then (call $close (local.get $node))))
                    (br $over)))
                (br_if $asked (i32.gt_u (i32.load offset=COUNT (i32.const 0)) (i32.const 1)))
                (br_if $nobody (i32.eqz (local.get $left)))
                (local.set $left (i32.sub (local.get $left) (i32.const 1)))
                (local.set $signal (call $again (i32.const 0)))
                (local.set $settled
                  (i32.and
                    (local.get $settled)
                    (i64.eq (i64.load offset=RNG (i32.const 0)) (local.get $chance))))
                (br $forced)))
            (br_if $rollout
              (i32.ge_u
                (i32.sub (global.get $path_end) (global.get $path))
                (i32.shl (const DEEPEST) (i32.const 3))))
            (local.set $seat (i32.load offset=SEAT (i32.const 0)))
            (if (local.get $settled)
              (then
                (if (i32.eqz (call $opened (local.get $node)))
                  (then
                    (br_if $rollout (i32.le_s (global.get $nodes_left) (i32.const 0)))
                    (call $open (local.get $node))))
                (local.set $child (call $best (local.get $node)))
                (local.set $option
                  (i32.div_u
                    (i32.sub (local.get $child) (i32.load offset=CHILDREN (local.get $node)))
                    (const NODE)))
                (br $chosen)))
            (local.set $option (call $best_match (local.get $node)))
            (br_if $rollout (i32.lt_s (local.get $option) (i32.const 0)))
            (local.set $child (call $matched (local.get $node) (local.get $option))))
          (i32.store (global.get $path_end) (local.get $child))
          (i32.store offset=4 (global.get $path_end) (local.get $seat))
          (global.set $path_end (i32.add (global.get $path_end) (i32.const 8)))
          ;; Go there: by a step, unless the state is kept.
          (if (i32.and
                (i32.ne (local.get $saved) (i32.const 0))
                (i32.ne (i32.load offset=SAVED (local.get $child)) (i32.const 0)))
            (then
              (local.set $saved (i32.load offset=SAVED (local.get $child)))
              (if (i32.lt_s (i32.load offset=CHILD_COUNT (local.get $child)) (i32.const 0))
                (then
                  (memory.copy (const OUTCOME) (local.get $saved)
                    (i32.shl (const PLAYERS) (i32.const 2)))
                  (br $over))))
            (else
              (if (local.get $saved)
                (then
                  (drop (call $take_up (local.get $saved) (local.get $chance)))
                  (local.set $saved (i32.const 0))))
              (local.set $signal (call $again (local.get $option)))
              (local.set $settled
                (i32.and
                  (local.get $settled)
                  (i64.eq (i64.load offset=RNG (i32.const 0)) (local.get $chance))))
              (if (i32.eqz (i32.load offset=VISITS (local.get $child)))
                (then
                  (if (i32.and (local.get $settled) (i32.eqz (local.get $signal)))
                    (then (call $close (local.get $child))))
                  (br $rollout)))))
          (local.set $node (local.get $child))
          (br $down)))
      (br_if $over
        (i32.ge_s
          (call $play_on (local.get $signal) (global.get $longest))
          (i32.const 0))))
    (memory.fill (const OUTCOME) (i32.const 0) (i32.shl (const PLAYERS) (i32.const 2))))
  (call $learn))

;; 64 bits of the search's own generator.
(func $long_draw (result i64)
  (local $high i64)
  (local.set $high (i64.extend_i32_u (call $draw (const SEARCH))))
  (i64.or
    (i64.shl (local.get $high) (i64.const 32))
    (i64.extend_i32_u (call $draw (const SEARCH)))))

;; How much exploring weighs now: as the outcomes met so far lie apart.
(func $weigh
  (local $span f64)
  (local.set $span (f64.const 1))
  (if (i32.gt_s (i32.load offset=HIGHEST (i32.const 0)) (i32.load offset=LOWEST (i32.const 0)))
    (then
      (local.set $span
        (f64.sub
          (f64.convert_i32_s (i32.load offset=HIGHEST (i32.const 0)))
          (f64.convert_i32_s (i32.load offset=LOWEST (i32.const 0)))))))
  (f64.store offset=FACTOR (i32.const 0)
    (f64.mul (local.get $span) (f64.load offset=EXPLORING (i32.const 0)))))

;; The outcome that stands in the block, into all nodes of the path.
(func $learn
  (local $at i32) (local $node i32) (local $visits i32) (local $mean f64) (local $outcome i32)
  (loop $seats
    (local.set $outcome (i32.load offset=OUTCOME (local.get $at)))
    (if (i32.lt_s (local.get $outcome) (i32.load offset=LOWEST (i32.const 0)))
      (then (i32.store offset=LOWEST (i32.const 0) (local.get $outcome))))
    (if (i32.gt_s (local.get $outcome) (i32.load offset=HIGHEST (i32.const 0)))
      (then (i32.store offset=HIGHEST (i32.const 0) (local.get $outcome))))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br_if $seats (i32.lt_u (local.get $at) (i32.shl (const PLAYERS) (i32.const 2)))))
  (i32.store offset=VISITS (global.get $root)
    (i32.add (i32.load offset=VISITS (global.get $root)) (i32.const 1)))
  (local.set $at (global.get $path))
  (block $done
    (loop $next
      (br_if $done (i32.eq (local.get $at) (global.get $path_end)))
      (local.set $node (i32.load (local.get $at)))
      (local.set $visits (i32.add (i32.load offset=VISITS (local.get $node)) (i32.const 1)))
      (local.set $mean (f64.load offset=MEAN (local.get $node)))
      (i32.store offset=VISITS (local.get $node) (local.get $visits))
      (f64.store offset=MEAN (local.get $node)
        (f64.add
          (local.get $mean)
          (f64.div
            (f64.sub
              (f64.convert_i32_s
                (i32.load offset=OUTCOME
                  (i32.shl (i32.load offset=4 (local.get $at)) (i32.const 2))))
              (local.get $mean))
            (f64.convert_i32_u (local.get $visits)))))
      (f64.store offset=RSQ (local.get $node)
        (if (result f64) (i32.lt_u (local.get $visits) (const RSQS_KEPT))
          (then (f64.load offset=RSQS (i32.shl (local.get $visits) (i32.const 3))))
          (else (f64.div (f64.const 1) (f64.sqrt (f64.convert_i32_u (local.get $visits)))))))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br $next))))

;; ---- Nodes whose state is fixed ----

;; Put a state into the block, with chance as this iteration has it, and take it up; its signal.
(func $take_up (param $state i32) (param $chance i64) (result i32)
  (memory.copy (const STATE) (local.get $state) (i32.load offset=16 (local.get $state)))
  (i64.store offset=RNG (i32.const 0) (local.get $chance))
  (i64.store offset=INCREMENT (i32.const 0) (i64.const 7))
  (call $resume)
  (call $signal))

;; Whether a node has its children in the order of its options.
(func $opened (param $node i32) (result i32)
  (i32.and
    (i32.ne (i32.load offset=CHILD_COUNT (local.get $node)) (i32.const 0))
    (i32.eqz (i32.load offset=ROOM (local.get $node)))))

;; A child for each option of the question that is open, and keep the state if there is memory for it.
(func $open (param $node i32)
  (local $count i32) (local $size i32)
  (local.set $count (i32.load offset=COUNT (i32.const 0)))
  (local.set $size (i32.mul (local.get $count) (const NODE)))
  (i32.store offset=CHILD_COUNT (local.get $node) (local.get $count))
  (i32.store offset=MOVER (local.get $node) (i32.load offset=SEAT (i32.const 0)))
  (i32.store offset=CHILDREN (local.get $node) (call $reserve (local.get $size)))
  (memory.fill (i32.load offset=CHILDREN (local.get $node)) (i32.const 0) (local.get $size))
  (global.set $nodes_left (i32.sub (global.get $nodes_left) (local.get $count)))
  (if (i32.lt_u (global.get $arena_base) (const ENOUGH))
    (then
      (call $waiting (i32.const 1))
      (i32.store offset=SAVED (local.get $node)
        (call $reserve (i32.load offset=USED (i32.const 0))))
      (memory.copy
        (i32.load offset=SAVED (local.get $node)) (const STATE) (i32.load offset=USED (i32.const 0))))))

;; The game is over in this node: keep the outcomes.
(func $close (param $node i32)
  (if (i32.lt_s (i32.load offset=CHILD_COUNT (local.get $node)) (i32.const 0))
    (then (return)))
  (i32.store offset=CHILD_COUNT (local.get $node) (i32.const -1))
  (i32.store offset=SAVED (local.get $node)
    (call $reserve (i32.shl (const PLAYERS) (i32.const 2))))
  (memory.copy (i32.load offset=SAVED (local.get $node)) (const OUTCOME)
    (i32.shl (const PLAYERS) (i32.const 2))))

;; The child to visit: one of those that were never visited, or that of the greatest bound.
(func $best (param $node i32) (result i32)
  (local $child i32) (local $end i32) (local $untried i32) (local $chosen i32)
  (local $width f64) (local $bound f64) (local $most f64)
  (local.set $width
    (f64.mul
      (f64.load offset=FACTOR (i32.const 0))
      (call $spread (i32.load offset=VISITS (local.get $node)))))
  (local.set $child (i32.load offset=CHILDREN (local.get $node)))
  (local.set $end
    (i32.add
      (local.get $child)
      (i32.mul (i32.load offset=CHILD_COUNT (local.get $node)) (const NODE))))
  (local.set $most (f64.const -1e300))
  (loop $next
    (if (i32.load offset=VISITS (local.get $child))
      (then
        (local.set $bound
          (f64.add
            (f64.load offset=MEAN (local.get $child))
            (f64.mul (local.get $width) (f64.load offset=RSQ (local.get $child)))))
        (if (f64.gt (local.get $bound) (local.get $most))
          (then
            (local.set $most (local.get $bound))
            (local.set $chosen (local.get $child)))))
      (else (local.set $untried (i32.add (local.get $untried) (i32.const 1)))))
    (local.set $child (i32.add (local.get $child) (const NODE)))
    (br_if $next (i32.ne (local.get $child) (local.get $end))))
  (if (i32.eqz (local.get $untried))
    (then (return (local.get $chosen))))
  (local.set $untried (call $any_of (local.get $untried)))
  (local.set $child (i32.load offset=CHILDREN (local.get $node)))
  (block $met
    (loop $next
      (if (i32.eqz (i32.load offset=VISITS (local.get $child)))
        (then
          (br_if $met (i32.eqz (local.get $untried)))
          (local.set $untried (i32.sub (local.get $untried) (i32.const 1)))))
      (local.set $child (i32.add (local.get $child) (const NODE)))
      (br $next)))
  (local.get $child))

;; A number below $count from the search's own generator, which is left alone where there is only one.
(func $any_of (param $count i32) (result i32)
  (if (i32.lt_u (local.get $count) (i32.const 2))
    (then (return (i32.const 0))))
  (call $below (const SEARCH) (local.get $count)))

;; The square root of the logarithm of a number from 1 on, of whose bits the first seven count.
(func $spread (param $number i32) (result f64)
  (local $length i32)
  (if (i32.ge_u (local.get $number) (i32.const 128))
    (then
      (local.set $length (i32.sub (i32.const 31) (i32.clz (local.get $number))))
      (local.set $number
        (i32.add
          (i32.shl (i32.sub (local.get $length) (i32.const 5)) (i32.const 6))
          (i32.and
            (i32.shr_u (local.get $number) (i32.sub (local.get $length) (i32.const 6)))
            (i32.const 63))))))
  (f64.load offset=SPREADS (i32.shl (local.get $number) (i32.const 3))))
