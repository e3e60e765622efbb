/* Makes and frees 10,000 maps and fails if the process then has a megabyte more than after 100. C99. */
#include <navigant.h>
#include <stdio.h>
#include <stdlib.h>

static long resident_kib(void) {
    FILE *file = fopen("/proc/self/status", "r");
    char line[256];
    long kib = -1;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "VmRSS: %ld kB", &kib) == 1) {
            break;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return kib;
}

int main(int argc, char **argv) {
    const double floor_points[] = {0, 0, 40, 0, 40, 20, 0, 20}, box_points[] = {5, 5, 6, 5, 6, 6};
    const NavPoints floor_ring = {floor_points, 4, 0}, box_ring = {box_points, 3, 0};
    const NavOutline floor = {&floor_ring, 1, 0}, box = {&box_ring, 1, 0};
    const int maps = argc > 1 ? atoi(argv[1]) : 10000;
    const NavPoint from = {1, 1}, to = {39, 19};
    long before = 0, grown;
    int i;
    for (i = 0; i < maps; i++) {
        NavMap map;
        NavPath path;
        if (nav_map_build(&floor, 1, NULL, 0, NULL, &map) != NAV_STATUS_OK ||
            nav_map_insert(map, &box, NULL) != NAV_STATUS_OK ||
            nav_map_find_path(map, from, to, 0.25, &path) != NAV_STATUS_OK || nav_path_free(path) != NAV_STATUS_OK ||
            nav_map_free(map) != NAV_STATUS_OK) {
            fprintf(stderr, "map %d: %s\n", i, nav_last_error());
            return 1;
        }
        if (i == 99) {
            before = resident_kib();
        }
    }
    grown = resident_kib() - before;
    printf("%d maps: %ld KiB more than after 100\n", maps, grown);
    if (nav_stop_threads() != NAV_STATUS_OK) {
        fprintf(stderr, "%s\n", nav_last_error());
        return 1;
    }
    /* Fewer are for tools that have memory of their own in the process. */
    return maps >= 10000 && grown * 1024 >= 1000000;
}
