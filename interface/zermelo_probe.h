/* Zermelo's tables for other programs: values and distances of positions, in plain C. docs/probing.md is the guide; examples/probe_in_c
 * is a whole program. Link with -lzermelo_probe.
 *
 *   char why[ZERMELO_PROBE_SENTENCE];
 *   zermelo_probe* probe = NULL;
 *   if (zermelo_probe_open("dobutsu", NULL, &probe, why, sizeof why) != ZERMELO_PROBE_OK) { puts(why); return 1; }
 *   zermelo_probe_value v;
 *   if (zermelo_probe_ask(probe, "initial", &v, why, sizeof why) == ZERMELO_PROBE_OK) printf("%d in %d plies\n", v.result, v.plies);
 *   zermelo_probe_close(probe);
 *
 * No function throws, prints, exits or changes signals. Every function may be called from any thread, with the same handle as well;
 * questions to one handle wait for each other, so threads that ask much open one each. A handle is closed once, when nobody uses it.
 *
 * Where a function takes `why` and `room`, it writes a sentence there if it fails: cut to fit, always ended by 0, and "" if it does not
 * fail. NULL is allowed. Texts are UTF-8 and end with 0.
 *
 * Versions: functions and constants are added, never changed, as long as ZERMELO_PROBE_VERSION stays; structs do not grow. */
#ifndef ZERMELO_PROBE_H
#define ZERMELO_PROBE_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define ZERMELO_PROBE_API __attribute__((visibility("default")))
#else
#define ZERMELO_PROBE_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define ZERMELO_PROBE_VERSION 1
#define ZERMELO_PROBE_SENTENCE 512 /* room that is enough for nearly every sentence */
#define ZERMELO_PROBE_NAME 64      /* room for the name of a move, with its 0 */

/* What became of a call. The numbers are the exit codes of the command line. */
typedef enum zermelo_probe_code {
  ZERMELO_PROBE_OK = 0,
  ZERMELO_PROBE_FAILED = 1,  /* anything not listed below; also what was a NULL that may not be one */
  ZERMELO_PROBE_NO_GAME = 2, /* there is no such game or variant */
  ZERMELO_PROBE_NO_TABLE =
      5, /* the table is missing, damaged, or of another game or other rules; or it does not hold the position */
  ZERMELO_PROBE_NO_POSITION = 6, /* the text is no position of the game */
  ZERMELO_PROBE_NO_MEMORY = 7
} zermelo_probe_code;

/* For the side to move. */
typedef enum zermelo_probe_result { ZERMELO_PROBE_LOSS = -1, ZERMELO_PROBE_DRAW = 0, ZERMELO_PROBE_WIN = 1 } zermelo_probe_result;

#define ZERMELO_PROBE_NO_PLIES (-1)
#define ZERMELO_PROBE_NO_SCORE INT32_MIN

typedef struct zermelo_probe_value {
  int32_t result; /* zermelo_probe_result */
  int32_t plies;  /* to the end of the game; 0: it is over; NO_PLIES of a draw, and where the table has no distances */
  int32_t score;  /* of a game of scores: what the mover will get minus what the other will get; else NO_SCORE */
} zermelo_probe_value;

typedef struct zermelo_probe_move {
  char name[ZERMELO_PROBE_NAME];
  zermelo_probe_value value; /* for the player who makes the move, plies counted from before it */
} zermelo_probe_move;

typedef struct zermelo_probe zermelo_probe; /* a game with its table */

/* The version that the library was built with; a program compares it with ZERMELO_PROBE_VERSION of its header. */
ZERMELO_PROBE_API int zermelo_probe_version(void);

/* Opens a game, "dobutsu" or "nocca:4x5", with its table in the folder `tables`; NULL is the folder that the command line takes
 * ($ZERMELO_TABLES, else the user's data folder). A game without a table of its own opens if tables of its endings are there. */
ZERMELO_PROBE_API zermelo_probe_code zermelo_probe_open(const char* game, const char* tables, zermelo_probe** probe, char* why,
                                                        size_t room);

/* Opens the file of a table, which names its game itself. */
ZERMELO_PROBE_API zermelo_probe_code zermelo_probe_open_file(const char* file, zermelo_probe** probe, char* why, size_t room);

ZERMELO_PROBE_API void zermelo_probe_close(zermelo_probe* probe); /* NULL is allowed */

/* The name of the game with its variant, as long as the handle is open. */
ZERMELO_PROBE_API const char* zermelo_probe_game(const zermelo_probe* probe);

/* 1 if the table has distances (or scores), 0 if it only says who wins. */
ZERMELO_PROBE_API int zermelo_probe_has_distances(const zermelo_probe* probe);

/* The value of a position in the game's notation; "initial" is the position in which the game begins. */
ZERMELO_PROBE_API zermelo_probe_code zermelo_probe_ask(zermelo_probe* probe, const char* position, zermelo_probe_value* value,
                                                       char* why, size_t room);

/* Of many positions at once: codes[i] says what became of position i, and values[i] is set where that is OK. Returns the first code
 * that is not OK, with its sentence; the others are answered all the same. */
ZERMELO_PROBE_API zermelo_probe_code zermelo_probe_ask_many(zermelo_probe* probe, const char* const* positions, size_t count,
                                                            zermelo_probe_value* values, zermelo_probe_code* codes, char* why,
                                                            size_t room);

/* The moves of a position with their values, best first. Writes at most `most` of them, and how many there are into *count: 0 where
 * the game is over. */
ZERMELO_PROBE_API zermelo_probe_code zermelo_probe_moves(zermelo_probe* probe, const char* position, zermelo_probe_move* moves,
                                                         size_t most, size_t* count, char* why, size_t room);

/* The position after a move, by its name. `needed` (or NULL) gets the bytes of the text with its 0; FAILED if that is more than
 * `text_room`. */
ZERMELO_PROBE_API zermelo_probe_code zermelo_probe_play(zermelo_probe* probe, const char* position, const char* move, char* text,
                                                        size_t text_room, size_t* needed, char* why, size_t room);

#ifdef __cplusplus
}
#endif
#endif
