/* Random games on bitboards, as fast as C plays them: the limit that the engine is measured against.

   limit GAME SECONDS SEED   plays whole games for so long and prints one line of JSON: games, answers, seconds,
   the sum of the squares of the games' lengths, and how many games seat 1 won, drew and lost.
   A pass counts as an answer, as it does in the language. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t Board;
typedef struct {
    int answers;
    int winner; /* 0 or 1 by seat, -1 for nobody */
} Played;

/* ---- Chance: xorshift64 (Marsaglia 2003), the upper half scaled to the range ---- */

static uint64_t chance;

static inline int below(int n) {
    chance ^= chance << 13;
    chance ^= chance >> 7;
    chance ^= chance << 17;
    return (int)(((chance >> 32) * (uint64_t)n) >> 32);
}

static inline int bits(Board b) { return __builtin_popcountll(b); }

/* The bit with this number from below among those that are set. */
static inline Board nth(Board b, int n) {
    for (; n; n--) b &= b - 1;
    return b & -b;
}

/* ---- Tic-tac-toe: nine bits a seat, a table of the boards with a row ---- */

static uint8_t has_row[1 << 9];

static void know_rows(void) {
    static const int rows[] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    for (int marks = 0; marks < 1 << 9; marks++)
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            if ((marks & rows[i]) == rows[i]) has_row[marks] = 1;
}

static Played tic_tac_toe(void) {
    int marks[2] = {0, 0};
    uint8_t free[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    for (int move = 0; move < 9; move++) {
        int seat = move & 1, at = below(9 - move);
        marks[seat] |= 1 << free[at];
        free[at] = free[8 - move];
        if (has_row[marks[seat]]) return (Played){move + 1, seat};
    }
    return (Played){9, -1};
}

/* ---- Connect four: seven bits a column, the seventh always free, so that shifts never join two columns ---- */

static inline Board fours(Board b, int way) {
    Board pairs = b & b >> way;
    return pairs & pairs >> 2 * way;
}

static Played connect_four(void) {
    Board discs[2] = {0, 0};
    uint8_t height[7] = {0}, open[7] = {0, 1, 2, 3, 4, 5, 6};
    int columns = 7, move = 0;
    while (columns) {
        int at = below(columns), column = open[at], seat = move++ & 1;
        Board b = discs[seat] |= 1ull << (7 * column + height[column]);
        if (fours(b, 1) | fours(b, 6) | fours(b, 7) | fours(b, 8)) return (Played){move, seat};
        if (++height[column] == 6) open[at] = open[--columns];
    }
    return (Played){move, -1};
}

/* ---- Boards of eight times eight: a row a byte; the mover's side is always below ---- */

#define NOT_A 0xfefefefefefefefeull
#define NOT_H 0x7f7f7f7f7f7f7f7full

static Played breakthrough(void) {
    Board mine = 0xffffull, theirs = 0xffffull << 48;
    for (int move = 0;; move++) {
        Board left = (mine & NOT_A) << 7 & ~mine, ahead = mine << 8 & ~(mine | theirs),
              right = (mine & NOT_H) << 9 & ~mine;
        int to_left = bits(left), straight = bits(ahead), which = below(to_left + straight + bits(right));
        Board goal, from;
        if (which < to_left) {
            goal = nth(left, which);
            from = goal >> 7;
        } else if (which < to_left + straight) {
            goal = nth(ahead, which - to_left);
            from = goal >> 8;
        } else {
            goal = nth(right, which - to_left - straight);
            from = goal >> 9;
        }
        mine ^= from | goal;
        theirs &= ~goal;
        if (goal >> 56 || !theirs) return (Played){move + 1, move & 1};
        Board turned = __builtin_bswap64(mine);
        mine = __builtin_bswap64(theirs);
        theirs = turned;
    }
}

#define EAST(b) (((b) & NOT_H) << 1)
#define WEST(b) (((b) & NOT_A) >> 1)
#define NORTH(b) ((b) << 8)
#define SOUTH(b) ((b) >> 8)
#define NORTH_EAST(b) (((b) & NOT_H) << 9)
#define NORTH_WEST(b) (((b) & NOT_A) << 7)
#define SOUTH_EAST(b) (((b) & NOT_H) >> 7)
#define SOUTH_WEST(b) (((b) & NOT_A) >> 9)
#define EVERY_WAY(DO) \
    DO(EAST) DO(WEST) DO(NORTH) DO(SOUTH) DO(NORTH_EAST) DO(NORTH_WEST) DO(SOUTH_EAST) DO(SOUTH_WEST)

/* The run of their discs that begins beside `start`: at most six long. */
#define RUN(way, start) \
    Board run = way(start) & theirs; \
    run |= way(run) & theirs; \
    run |= way(run) & theirs; \
    run |= way(run) & theirs; \
    run |= way(run) & theirs; \
    run |= way(run) & theirs;

static inline Board placeable(Board mine, Board theirs) {
    Board found = 0, free = ~(mine | theirs);
#define LOOK(way) { RUN(way, mine) found |= way(run) & free; }
    EVERY_WAY(LOOK)
    return found;
}

static Played othello(void) {
    Board mine = 1ull << 28 | 1ull << 35, theirs = 1ull << 27 | 1ull << 36;
    Board found = placeable(mine, theirs);
    for (int move = 0;;) {
        Board turned = 0;
        if (found) {
            Board disc = nth(found, below(bits(found)));
#define TURN(way) { RUN(way, disc) if (way(run) & mine) turned |= run; }
            EVERY_WAY(TURN)
            mine |= disc | turned;
            theirs &= ~turned;
        }
        move++;
        Board next = placeable(theirs, mine);
        if (!next && !placeable(mine, theirs)) {
            int ahead = bits(mine) - bits(theirs), seat = (move - 1) & 1;
            return (Played){move, ahead > 0 ? seat : ahead < 0 ? !seat : -1};
        }
        Board other = mine;
        mine = theirs;
        theirs = other;
        found = next;
    }
}

/* ---- Hex: chains as a forest of cells (union by halving the paths), two sides of the board a seat ---- */

enum { SIZE = 11, CELLS = SIZE * SIZE };
static uint8_t beside[CELLS][6], besides[CELLS];
static uint8_t root[CELLS + 4];

static void know_neighbours(void) {
    static const int ways[6][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}};
    for (int cell = 0; cell < CELLS; cell++)
        for (int way = 0; way < 6; way++) {
            int x = cell % SIZE + ways[way][0], y = cell / SIZE + ways[way][1];
            if (x >= 0 && x < SIZE && y >= 0 && y < SIZE) beside[cell][besides[cell]++] = y * SIZE + x;
        }
}

static inline int root_of(int cell) {
    while (root[cell] != cell) cell = root[cell] = root[root[cell]];
    return cell;
}

static inline void join(int a, int b) { root[root_of(a)] = root_of(b); }

static Played hex(void) {
    uint8_t free[CELLS];
    int8_t stone[CELLS];
    memset(stone, -1, sizeof stone);
    for (int cell = 0; cell < CELLS + 4; cell++) root[cell] = cell;
    for (int cell = 0; cell < CELLS; cell++) free[cell] = cell;
    for (int move = 0;; move++) {
        int seat = move & 1, at = below(CELLS - move), cell = free[at];
        free[at] = free[CELLS - 1 - move];
        stone[cell] = seat;
        for (int i = 0; i < besides[cell]; i++)
            if (stone[beside[cell][i]] == seat) join(beside[cell][i], cell);
        int way = seat ? cell % SIZE : cell / SIZE, side = CELLS + 2 * seat;
        if (way == 0) join(cell, side);
        if (way == SIZE - 1) join(cell, side + 1);
        if (root_of(side) == root_of(side + 1)) return (Played){move + 1, seat};
    }
}

/* ---- Measuring ---- */

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int count, char **words) {
    static const struct {
        const char *name;
        Played (*play)(void);
    } games[] = {{"tic_tac_toe", tic_tac_toe}, {"connect_four", connect_four}, {"breakthrough", breakthrough},
                 {"othello", othello}, {"hex", hex}};
    if (count != 4) return 2;
    know_rows();
    know_neighbours();
    chance = 0x9e3779b97f4a7c15ull ^ strtoull(words[3], NULL, 10) * 0x2545f4914f6cdd1dull;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        if (strcmp(games[i].name, words[1])) continue;
        uint64_t played = 0, answers = 0, squares = 0, ends[3] = {0};
        double begun = now(), last = begun + atof(words[2]), at;
        do {
            for (int n = 0; n < 256; n++) {
                Played one = games[i].play();
                answers += (uint64_t)one.answers;
                squares += (uint64_t)one.answers * (uint64_t)one.answers;
                ends[one.winner == 0 ? 0 : one.winner < 0 ? 1 : 2]++;
            }
            played += 256;
            at = now();
        } while (at < last);
        printf("{\"games\": %llu, \"answers\": %llu, \"squares\": %llu, \"seconds\": %.9f, "
               "\"ends\": {\"1,-1\": %llu, \"0,0\": %llu, \"-1,1\": %llu}}\n",
               (unsigned long long)played, (unsigned long long)answers, (unsigned long long)squares, at - begun,
               (unsigned long long)ends[0], (unsigned long long)ends[1], (unsigned long long)ends[2]);
        return 0;
    }
    return 2;
}
