/* What the header promises beside the answers: codes, cut sentences, many questions at once, threads. usage: probe_test TABLES */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <zermelo_probe.h>

static int failures = 0;
#define CHECK(condition)                                                                                                         \
  do {                                                                                                                           \
    if (!(condition)) {                                                                                                          \
      fprintf(stderr, "line %d: %s\n", __LINE__, #condition);                                                                    \
      ++failures;                                                                                                                \
    }                                                                                                                            \
  } while (0)

static zermelo_probe* probe = NULL;

static void* ask_again_and_again(void* wrong) {
  for (int i = 0; i < 2000; ++i) {
    zermelo_probe_value v;
    zermelo_probe_move moves[9];
    size_t count = 0;
    if (zermelo_probe_ask(probe, i % 2 == 0 ? "initial" : "xx./oo./...", &v, NULL, 0) != ZERMELO_PROBE_OK ||
        v.result != (i % 2 == 0 ? ZERMELO_PROBE_DRAW : ZERMELO_PROBE_WIN) ||
        v.plies != (i % 2 == 0 ? ZERMELO_PROBE_NO_PLIES : 1) ||
        zermelo_probe_moves(probe, "initial", moves, 9, &count, NULL, 0) != ZERMELO_PROBE_OK || count != 9)
      ++*(int*)wrong;
  }
  return NULL;
}

int main(int argc, char** argv) {
  char why[ZERMELO_PROBE_SENTENCE];
  const char* tables = argc > 1 ? argv[1] : NULL;
  CHECK(zermelo_probe_version() == ZERMELO_PROBE_VERSION);
  CHECK(zermelo_probe_open("tictactoe", tables, &probe, why, sizeof why) == ZERMELO_PROBE_OK);
  CHECK(why[0] == 0);
  if (probe == NULL) return 1;
  CHECK(strcmp(zermelo_probe_game(probe), "tictactoe") == 0);
  CHECK(zermelo_probe_has_distances(probe) == 1);

  /* A sentence is cut to fit; none is needed. */
  char small[8];
  zermelo_probe_value v;
  CHECK(zermelo_probe_ask(probe, "?", &v, small, sizeof small) == ZERMELO_PROBE_NO_POSITION);
  CHECK(strlen(small) == sizeof small - 1);
  CHECK(zermelo_probe_ask(probe, "?", &v, NULL, 0) == ZERMELO_PROBE_NO_POSITION);
  CHECK(zermelo_probe_ask(probe, NULL, &v, why, sizeof why) == ZERMELO_PROBE_FAILED && why[0] != 0);
  CHECK(zermelo_probe_ask(NULL, "initial", &v, why, sizeof why) == ZERMELO_PROBE_FAILED);

  /* Many: each has its code, the first failure its sentence, and the others are answered. */
  const char* const many[] = {"initial", "bad", "xx./oo./...", "worse"};
  zermelo_probe_value values[4];
  zermelo_probe_code codes[4];
  CHECK(zermelo_probe_ask_many(probe, many, 4, values, codes, why, sizeof why) == ZERMELO_PROBE_NO_POSITION);
  CHECK(codes[0] == ZERMELO_PROBE_OK && values[0].result == ZERMELO_PROBE_DRAW && values[0].plies == ZERMELO_PROBE_NO_PLIES);
  CHECK(codes[1] == ZERMELO_PROBE_NO_POSITION && codes[3] == ZERMELO_PROBE_NO_POSITION);
  CHECK(codes[2] == ZERMELO_PROBE_OK && values[2].result == ZERMELO_PROBE_WIN && values[2].plies == 1);
  CHECK(values[2].score == ZERMELO_PROBE_NO_SCORE);
  CHECK(strstr(why, "'bad'") != NULL);
  CHECK(zermelo_probe_ask_many(probe, many, 0, NULL, NULL, why, sizeof why) == ZERMELO_PROBE_OK);

  /* Moves and play. */
  zermelo_probe_move moves[2];
  size_t count = 0, needed = 0;
  char text[64];
  CHECK(zermelo_probe_moves(probe, "xx./oo./...", moves, 2, &count, why, sizeof why) == ZERMELO_PROBE_OK);
  CHECK(count == 5 && moves[0].value.result == ZERMELO_PROBE_WIN && moves[0].value.plies == 1);
  CHECK(zermelo_probe_play(probe, "xx./oo./...", moves[0].name, text, sizeof text, &needed, why, sizeof why) == ZERMELO_PROBE_OK);
  CHECK(needed == strlen(text) + 1);
  CHECK(zermelo_probe_ask(probe, text, &v, why, sizeof why) == ZERMELO_PROBE_OK && v.result == ZERMELO_PROBE_LOSS &&
        v.plies == 0);
  CHECK(zermelo_probe_moves(probe, text, NULL, 0, &count, why, sizeof why) == ZERMELO_PROBE_OK && count == 0);
  CHECK(zermelo_probe_play(probe, "initial", "z9", text, sizeof text, NULL, why, sizeof why) == ZERMELO_PROBE_NO_POSITION);
  CHECK(zermelo_probe_play(probe, "initial", moves[0].name, text, 3, &needed, why, sizeof why) == ZERMELO_PROBE_FAILED &&
        needed > 3);

  pthread_t threads[4];
  int wrong[4] = {0, 0, 0, 0};
  for (int i = 0; i < 4; ++i) CHECK(pthread_create(&threads[i], NULL, ask_again_and_again, &wrong[i]) == 0);
  for (int i = 0; i < 4; ++i) {
    pthread_join(threads[i], NULL);
    CHECK(wrong[i] == 0);
  }
  zermelo_probe_close(probe);
  zermelo_probe_close(NULL);

  /* By the file alone. */
  char file[4096];
  snprintf(file, sizeof file, "%s/tictactoe.zt", tables == NULL ? "." : tables);
  CHECK(zermelo_probe_open_file(file, &probe, why, sizeof why) == ZERMELO_PROBE_OK);
  CHECK(zermelo_probe_ask(probe, "initial", &v, why, sizeof why) == ZERMELO_PROBE_OK && v.result == ZERMELO_PROBE_DRAW);
  zermelo_probe_close(probe);
  CHECK(zermelo_probe_open_file("/no/such/file.zt", &probe, why, sizeof why) == ZERMELO_PROBE_NO_TABLE && probe == NULL);
  return failures == 0 ? 0 : 1;
}
