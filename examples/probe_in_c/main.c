/* What a table knows about a position, from C: ./probe_in_c GAME [POSITION...] */
#include <stdio.h>
#include <zermelo_probe.h>

static void print_value(const zermelo_probe_value* v) {
  static const char* const words[] = {"loss", "draw", "win"};
  printf("%s", words[v->result + 1]);
  if (v->plies != ZERMELO_PROBE_NO_PLIES) printf(" in %d", v->plies);
  if (v->score != ZERMELO_PROBE_NO_SCORE) printf(" by %d", v->score);
}

static int show(zermelo_probe* probe, const char* position) {
  char why[ZERMELO_PROBE_SENTENCE];
  zermelo_probe_value value;
  zermelo_probe_code code = zermelo_probe_ask(probe, position, &value, why, sizeof why);
  if (code != ZERMELO_PROBE_OK) {
    fprintf(stderr, "%s\n", why);
    return code;
  }
  printf("%s %s: ", zermelo_probe_game(probe), position);
  print_value(&value);

  zermelo_probe_move best;
  size_t moves = 0;
  code = zermelo_probe_moves(probe, position, &best, 1, &moves, why, sizeof why);
  if (code == ZERMELO_PROBE_OK && moves > 0) {
    char after[1024];
    printf(", best of %zu moves: %s", moves, best.name);
    code = zermelo_probe_play(probe, position, best.name, after, sizeof after, NULL, why, sizeof why);
    if (code == ZERMELO_PROBE_OK) printf(" to %s", after);
  }
  printf("\n");
  if (code != ZERMELO_PROBE_OK) fprintf(stderr, "%s\n", why);
  return code;
}

int main(int argc, char** argv) {
  char why[ZERMELO_PROBE_SENTENCE];
  zermelo_probe* probe = NULL;
  zermelo_probe_code code;
  int failed = 0;
  if (argc < 2) {
    fprintf(stderr, "usage: %s GAME [POSITION...]\n", argv[0]);
    return 2;
  }
  if (zermelo_probe_version() != ZERMELO_PROBE_VERSION) {
    fprintf(stderr, "the library has version %d, this program wants %d\n", zermelo_probe_version(), ZERMELO_PROBE_VERSION);
    return 1;
  }
  code = zermelo_probe_open(argv[1], NULL, &probe, why, sizeof why);
  if (code != ZERMELO_PROBE_OK) {
    fprintf(stderr, "%s\n", why);
    return code;
  }
  if (argc == 2) failed = show(probe, "initial");
  for (int i = 2; i < argc; ++i) {
    const int now = show(probe, argv[i]);
    if (failed == 0) failed = now;
  }
  zermelo_probe_close(probe);
  return failed;
}
