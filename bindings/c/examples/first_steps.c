/* Builds a map, finds a path around an obstacle, walks a crowd past it. C99. */
#include <navigant.h>
#include <stdio.h>
#include <stdlib.h>

static void check(NavStatus status, const char *what) {
    if (status != NAV_STATUS_OK) {
        fprintf(stderr, "%s: status %d: %s\n", what, (int)status, nav_last_error());
        exit(1);
    }
}

/* A point with something beside it: what strides are for. */
struct Visitor {
    double x, y;
    int number;
};

int main(void) {
    const double floor_points[] = {0, 0, 40, 0, 40, 20, 0, 20};
    const double wall_points[] = {19, 0, 21, 0, 21, 15, 19, 15};
    const NavPoints floor_ring = {floor_points, 4, 0};
    const NavPoints wall_ring = {wall_points, 4, 0};
    const NavOutline floor = {&floor_ring, 1, 0};
    const NavOutline wall = {&wall_ring, 1, 0};
    NavMap map;
    NavObstacle obstacle;
    NavPath path;
    NavCrowd crowd;
    NavPoint start = {2, 5}, goal = {38, 5}, points[8], place;
    NavPoint far_off = {10, 5};
    struct Visitor visitors[10];
    size_t count, i;
    double length;
    NavStatus status;

    if (nav_abi_version() != NAV_ABI_VERSION) {
        fprintf(stderr, "the library is of another version\n");
        return 1;
    }
    check(nav_map_build(&floor, 1, &wall, 1, &obstacle, &map), "nav_map_build");

    check(nav_map_find_path(map, start, goal, 0.25, &path), "nav_map_find_path");
    check(nav_path_length(path, &length), "nav_path_length");
    check(nav_path_points(path, points, 8, 0, &count), "nav_path_points");
    printf("the shortest path is %.2f m long and has %d points\n", length, (int)count);
    check(nav_path_free(path), "nav_path_free");

    status = nav_map_find_path(map, far_off, goal, 3.0, &path);
    if (status != NAV_STATUS_TOO_NARROW && status != NAV_STATUS_NO_ROOM_AT_GOAL) {
        fprintf(stderr, "a disc of 3 m got through\n");
        return 1;
    }
    printf("a disc of 3 m does not get there: %s\n", nav_last_error());
    if (nav_last_place(&place) == NAV_STATUS_OK) {
        printf("it is narrow at (%g, %g)\n", place.x, place.y);
    }

    check(nav_crowd_new(map, &crowd), "nav_crowd_new");
    for (i = 0; i < 10; i++) {
        NavAgentDescription agent;
        check(nav_agent_description(&agent), "nav_agent_description");
        agent.position.x = 2;
        agent.position.y = 1.0 + (double)i;
        agent.goal.x = 38;
        agent.goal.y = 1.0 + (double)i;
        agent.has_goal = 1;
        check(nav_crowd_add(crowd, &agent, NULL), "nav_crowd_add");
    }
    check(nav_crowd_step(crowd, 100, 0.1), "nav_crowd_step");
    check(nav_map_remove(map, obstacle), "nav_map_remove");
    check(nav_crowd_step(crowd, 300, 0.1), "nav_crowd_step");
    check(nav_crowd_positions(crowd, (NavPoint *)(void *)&visitors[0], 10, sizeof visitors[0], &count), "nav_crowd_positions");
    for (i = 0; i < count; i++) {
        visitors[i].number = (int)i;
        if (visitors[i].x < 37) {
            fprintf(stderr, "visitor %d has got only to %g\n", visitors[i].number, visitors[i].x);
            return 1;
        }
    }
    printf("all %d have arrived\n", (int)count);
    check(nav_crowd_free(crowd), "nav_crowd_free");
    check(nav_map_free(map), "nav_map_free");
    if (nav_map_free(map) != NAV_STATUS_UNKNOWN_HANDLE) {
        fprintf(stderr, "a map was freed twice\n");
        return 1;
    }
    check(nav_stop_threads(), "nav_stop_threads");
    return 0;
}
