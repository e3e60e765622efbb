/* A map, a path: the program of the README. C99. */
#include <navigant.h>
#include <stdio.h>

int main(void) {
    const double hall[] = {0, 0, 40, 0, 40, 20, 0, 20}, wall[] = {19, 0, 21, 0, 21, 15, 19, 15};
    const NavPoints hall_ring = {hall, 4, 0}, wall_ring = {wall, 4, 0};
    const NavOutline floor = {&hall_ring, 1, 0}, obstacle = {&wall_ring, 1, 0};
    const NavPoint start = {2, 5}, goal = {38, 5};
    NavMap map;
    NavPath path;
    double length;

    if (nav_map_build(&floor, 1, &obstacle, 1, NULL, &map) != NAV_STATUS_OK) {
        fprintf(stderr, "%s\n", nav_last_error());
        return 1;
    }
    if (nav_map_find_path(map, start, goal, 0.25, &path) == NAV_STATUS_OK) {
        nav_path_length(path, &length);
        printf("%.2f m\n", length);
        nav_path_free(path);
    }
    nav_map_free(map);
    return 0;
}
