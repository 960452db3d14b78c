// boardgame.io: tic-tac-toe and connect four written as its tutorial does, played by its client, and by its
// reducer alone. Orders and samples are lines of JSON, as in serve.py.
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'

const require = createRequire(process.argv[2] + '/')
const { Client } = require('boardgame.io/client')
const { INVALID_MOVE } = require('boardgame.io/core')
const { CreateGameReducer, InitializeGame } = require('boardgame.io/internal')
const { version } = require('boardgame.io/package.json')

const ROWS = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]

const ticTacToe = {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return INVALID_MOVE
      G.cells[cell] = playerID
    },
  },
  endIf: ({ G, ctx }) => {
    if (ROWS.some((row) => row.every((cell) => G.cells[cell] === ctx.currentPlayer))) {
      return { winner: ctx.currentPlayer }
    }
    if (G.cells.every((cell) => cell !== null)) return { draw: true }
  },
}

const WAYS = [[1, 0], [0, 1], [1, 1], [1, -1]]

function four(columns, x) {
  const y = columns[x].length - 1
  const player = columns[x][y]
  return WAYS.some(([dx, dy]) => {
    let run = 1
    for (const sign of [1, -1]) {
      let cx = x + sign * dx
      let cy = y + sign * dy
      while (cx >= 0 && cx < 7 && columns[cx][cy] === player) {
        run++
        cx += sign * dx
        cy += sign * dy
      }
    }
    return run >= 4
  })
}

const connectFour = {
  setup: () => ({ columns: Array.from({ length: 7 }, () => []), last: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    drop: ({ G, playerID }, x) => {
      if (G.columns[x].length === 6) return INVALID_MOVE
      G.columns[x].push(playerID)
      G.last = x
    },
  },
  endIf: ({ G }) => {
    // Asked again after the turn has passed on: whoever let the last disc fall counts, not the current player.
    if (G.columns[G.last].length && four(G.columns, G.last)) return { winner: G.columns[G.last].at(-1) }
    if (G.columns.every((column) => column.length === 6)) return { draw: true }
  },
}

const GAMES = {
  tic_tac_toe: { game: ticTacToe, move: 'mark', options: (G) => [...G.cells.keys()].filter((cell) => G.cells[cell] === null) },
  connect_four: { game: connectFour, move: 'drop', options: (G) => [...G.columns.keys()].filter((x) => G.columns[x].length < 6) },
}

const WON = { undefined: [0, 0], 0: [1, -1], 1: [-1, 1] }
const pick = (options) => options[Math.floor(Math.random() * options.length)]

function client({ game, move, options }) {
  return () => {
    const one = Client({ game, debug: false })
    one.start()
    let answers = 0
    for (;;) {
      const { G, ctx } = one.getState()
      if (ctx.gameover) {
        one.stop()
        return [answers, WON[ctx.gameover.winner]]
      }
      one.moves[move](pick(options(G)))
      answers++
    }
  }
}

function reducer({ game, move, options }) {
  const reduce = CreateGameReducer({ game })
  return () => {
    let state = InitializeGame({ game })
    let answers = 0
    while (!state.ctx.gameover) {
      const payload = { type: move, args: [pick(options(state.G))], playerID: state.ctx.currentPlayer }
      state = reduce(state, { type: 'MAKE_MOVE', payload })
      answers++
    }
    return [answers, WON[state.ctx.gameover.winner]]
  }
}

const ways = { client, reducer }

function sample(play, seconds) {
  const told = { games: 0, answers: 0, squares: 0, seconds: 0, ends: {} }
  const begun = process.cpuUsage()
  while (told.seconds < seconds) {
    const [answers, outcome] = play()
    told.games++
    told.answers += answers
    told.squares += answers * answers
    told.ends[outcome] = (told.ends[outcome] ?? 0) + 1
    const { user, system } = process.cpuUsage(begun)
    told.seconds = (user + system) / 1e6
  }
  return told
}

const tell = (answer) => process.stdout.write(JSON.stringify(answer) + '\n')
const ready = {}
tell({ name: `boardgame.io ${version}`, ways: { client: Object.keys(GAMES), reducer: Object.keys(GAMES) } })
for await (const line of createInterface({ input: process.stdin })) {
  const { way, game, seconds } = JSON.parse(line)
  ready[way + game] ??= ways[way](GAMES[game])
  tell(sample(ready[way + game], seconds))
}
