/* Navigant: real-time navigation for crowds in worlds that change. Written by cbindgen from bindings/c/src; do not edit.
 *
 * Every call answers with a status; nav_last_error() says more, in the thread that called. Everything but NAV_STATUS_OK leaves all
 * as it was. Pointers are null or point to as many valid items as the count beside them says; strides are in bytes, 0 for items
 * one after the other; texts are UTF-8 and end with a zero. Handles and ids may be stale, of another kind or made up: they are
 * refused. All functions may be called from all threads. Coordinates are metres. */

#ifndef NAVIGANT_H
#define NAVIGANT_H

#include <stddef.h>
#include <stdint.h>

/*
 No count is larger: what is longer is taken for a mistake.
 */
#define NAV_MAX_COUNT (1 << 28)

/*
 The version of this interface: it is another one whenever a program that was compiled for it would not work any more.
 */
#define NAV_ABI_VERSION 1

/*
 The format of a text is GeoJSON.
 */
#define NAV_FORMAT_GEOJSON 0

/*
 The format of a text is WKT.
 */
#define NAV_FORMAT_WKT 1

/*
 How an agent is doing: it stands or walks as it is told to.
 */
#define NAV_AGENT_FREE 0

/*
 How an agent is doing: it waits for its route.
 */
#define NAV_AGENT_WAITING 1

/*
 How an agent is doing: it follows its route.
 */
#define NAV_AGENT_WALKING 2

/*
 How an agent is doing: it is where it wants to be.
 */
#define NAV_AGENT_ARRIVED 3

/*
 How an agent is doing: there is no way to its goal.
 */
#define NAV_AGENT_NO_WAY 4

/*
 How an agent is doing: an obstacle is on top of it.
 */
#define NAV_AGENT_STUCK 5

/*
 What a call answers. Everything but `Ok` leaves all as it was; `nav_last_error` says more.
 */
enum NavStatus
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /*
   It was done.
   */
  NAV_STATUS_OK = 0,
  /*
   A pointer is null where something is wanted.
   */
  NAV_STATUS_NULL = 1,
  /*
   The handle was freed, never given, or is of another kind.
   */
  NAV_STATUS_UNKNOWN_HANDLE = 2,
  /*
   No obstacle of the map has this id.
   */
  NAV_STATUS_UNKNOWN_OBSTACLE = 3,
  /*
   No agent of the crowd has this id.
   */
  NAV_STATUS_UNKNOWN_AGENT = 4,
  /*
   A count is beyond NAV_MAX_COUNT, or a stride is smaller than what it is the stride of.
   */
  NAV_STATUS_BAD_COUNT = 5,
  /*
   There is no room for all; the count says how much is needed, and as many as fit are written.
   */
  NAV_STATUS_TOO_SMALL = 6,
  /*
   A number is NaN, infinite or out of range, or a code is none of its kind.
   */
  NAV_STATUS_BAD_VALUE = 7,
  /*
   An outline is refused.
   */
  NAV_STATUS_BAD_OUTLINE = 8,
  /*
   No map can be built.
   */
  NAV_STATUS_BAD_MAP = 9,
  /*
   A text or file cannot be read.
   */
  NAV_STATUS_BAD_FILE = 10,
  /*
   Bytes that are no saved map.
   */
  NAV_STATUS_BAD_SAVE = 11,
  /*
   An agent is refused.
   */
  NAV_STATUS_BAD_AGENT = 12,
  /*
   No path: one cannot stand at the start.
   */
  NAV_STATUS_START_OUTSIDE = 20,
  /*
   No path: one cannot stand at the goal.
   */
  NAV_STATUS_GOAL_OUTSIDE = 21,
  /*
   No path: the start is nearer to a wall than the radius.
   */
  NAV_STATUS_NO_ROOM_AT_START = 22,
  /*
   No path: the goal is nearer to a wall than the radius.
   */
  NAV_STATUS_NO_ROOM_AT_GOAL = 23,
  /*
   No path: the disc does not get through; the place is where.
   */
  NAV_STATUS_TOO_NARROW = 24,
  /*
   No path: start and goal are walled off from each other; the place is the nearest that can be reached.
   */
  NAV_STATUS_DISCONNECTED = 25,
  /*
   No path within the budget.
   */
  NAV_STATUS_BUDGET_SPENT = 26,
  /*
   No path was found although the map says that there is one: a bug in Navigant; please report it with the map.
   */
  NAV_STATUS_INCONSISTENT = 27,
  /*
   An earlier call failed inside of Navigant and has spoilt this object.
   */
  NAV_STATUS_SPOILT = 30,
  /*
   A bug in Navigant.
   */
  NAV_STATUS_INTERNAL = 31,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum NavStatus NavStatus;
#else
typedef int32_t NavStatus;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/*
 A point, or a velocity, in metres and metres a second.
 */
typedef struct NavPoint {
  /*
   To the right.
   */
  double x;
  /*
   Up.
   */
  double y;
} NavPoint;

/*
 Some points in the caller's memory: two doubles each, a stride apart.
 */
typedef struct NavPoints {
  /*
   The x of the first one.
   */
  const double *first;
  /*
   How many points there are.
   */
  size_t count;
  /*
   How many bytes from a point to the next; 0 for 16.
   */
  size_t stride;
} NavPoints;

/*
 A polygon or a polyline in the caller's memory. Winding does not matter, and rings need not repeat their first point.
 */
typedef struct NavOutline {
  /*
   The exterior, then the holes; a polyline has one.
   */
  const struct NavPoints *rings;
  /*
   How many rings there are.
   */
  size_t ring_count;
  /*
   0 for a polygon; anything else for a polyline.
   */
  int32_t is_polyline;
} NavOutline;

/*
 An obstacle of a map. Ids are not used again, and none is that of an obstacle in another map.
 */
typedef struct NavObstacle {
  /*
   Opaque; 0 is no obstacle.
   */
  uint64_t id;
} NavObstacle;

/*
 A map. Free it with `nav_map_free`; crowds on it live on.
 */
typedef struct NavMap {
  /*
   Opaque; 0 is no map.
   */
  uint64_t handle;
} NavMap;

/*
 A shortest path. Free it with `nav_path_free`.
 */
typedef struct NavPath {
  /*
   Opaque; 0 is no path.
   */
  uint64_t handle;
} NavPath;

/*
 A crowd. Free it with `nav_crowd_free`.
 */
typedef struct NavCrowd {
  /*
   Opaque; 0 is no crowd.
   */
  uint64_t handle;
} NavCrowd;

/*
 An agent to be added: ask `nav_agent_description` for a pedestrian and change what differs.
 */
typedef struct NavAgentDescription {
  /*
   Where it is.
   */
  struct NavPoint position;
  /*
   Where it wants to get to, if `has_goal` is not 0.
   */
  struct NavPoint goal;
  /*
   Whether it has a goal.
   */
  int32_t has_goal;
  /*
   How large it is, in metres.
   */
  double radius;
  /*
   How fast it likes to walk, in metres a second.
   */
  double speed;
  /*
   How fast it can walk, in metres a second.
   */
  double max_speed;
} NavAgentDescription;

/*
 An agent of a crowd. Ids are not used again, and none is that of an agent in another crowd.
 */
typedef struct NavAgent {
  /*
   Opaque; 0 is no agent.
   */
  uint64_t id;
} NavAgent;

/*
 An agent as it is.
 */
typedef struct NavAgentState {
  /*
   Where it is.
   */
  struct NavPoint position;
  /*
   How fast, in metres a second.
   */
  struct NavPoint velocity;
  /*
   How large, in metres.
   */
  double radius;
  /*
   One of NAV_AGENT_….
   */
  int32_t status;
  /*
   Where its way ends if it has none: the narrow place, or as near to the goal as it can get.
   */
  struct NavPoint no_way_place;
} NavAgentState;

/*
 A scenario under way. Free it with `nav_simulation_free`.
 */
typedef struct NavSimulation {
  /*
   Opaque; 0 is no simulation.
   */
  uint64_t handle;
} NavSimulation;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 What the last failure of this thread was, as UTF-8; an empty text if there was none. It is valid until the next failure of
 this thread.
 */
const char *nav_last_error(void);

/*
 Where the last failure of this thread was, if it has a place: the narrow passage, the nearest walkable point, the bad point.
 `UnknownHandle` if it has none.
 */
NavStatus nav_last_place(struct NavPoint *place);

/*
 The version of the interface of the library that is loaded; compare it with NAV_ABI_VERSION.
 */
uint32_t nav_abi_version(void);

/*
 How many threads are used from now on, 1 to 1024; 0 for one a core. Results do not depend on it.
 */
NavStatus nav_set_threads(uint32_t count);

/*
 Ends the threads of the library and waits for them, and for calls of other threads that use them. Later calls start others. It is
 wanted before the library is unloaded, and at a program's end if something watches for leaks: a thread that still runs owns memory.
 */
NavStatus nav_stop_threads(void);

/*
 Builds a map of floors and obstacles. The ids of the obstacles are written, in their order, to `ids`, which may be null.
 */
NavStatus nav_map_build(const struct NavOutline *floors,
                        size_t floor_count,
                        const struct NavOutline *obstacles,
                        size_t obstacle_count,
                        struct NavObstacle *ids,
                        struct NavMap *map);

/*
 Builds the map of a text: `NAV_FORMAT_GEOJSON` or `NAV_FORMAT_WKT`.
 */
NavStatus nav_map_parse(const uint8_t *first, size_t count, int32_t format, struct NavMap *map);

/*
 Builds the map of a scene file, in any format that the library reads.
 */
NavStatus nav_map_read(const char *path, struct NavMap *map);

/*
 Frees a map.
 */
NavStatus nav_map_free(struct NavMap map);

/*
 Writes the map as bytes, for `nav_map_load`. Ask with capacity 0 how many there are.
 */
NavStatus nav_map_save(struct NavMap map, uint8_t *first, size_t capacity, size_t *count);

/*
 Builds a map from bytes that `nav_map_save` wrote. Its obstacles have other ids: ask `nav_map_obstacles`.
 */
NavStatus nav_map_load(const uint8_t *first,
                       size_t count,
                       struct NavMap *map);

/*
 Inserts an obstacle; its id is written to `id`, which may be null.
 */
NavStatus nav_map_insert(struct NavMap map, const struct NavOutline *shape, struct NavObstacle *id);

/*
 Gives an obstacle another outline; it keeps its id.
 */
NavStatus nav_map_move(struct NavMap map, struct NavObstacle id, const struct NavOutline *shape);

/*
 Removes an obstacle.
 */
NavStatus nav_map_remove(struct NavMap map, struct NavObstacle id);

/*
 The ids of all obstacles that are there, in the order in which they came.
 */
NavStatus nav_map_obstacles(struct NavMap map,
                            struct NavObstacle *ids,
                            size_t capacity,
                            size_t *count);

/*
 How many edits a map has seen.
 */
NavStatus nav_map_version(struct NavMap map, uint64_t *version);

/*
 Whether one can stand at a point: 1 or 0.
 */
NavStatus nav_map_is_walkable(struct NavMap map, struct NavPoint point, int32_t *walkable);

/*
 How far the nearest wall is, in metres; -1 where one cannot stand.
 */
NavStatus nav_map_clearance(struct NavMap map, struct NavPoint point, double *clearance);

/*
 Whether nothing lies between two walkable points: 1 or 0.
 */
NavStatus nav_map_sees(struct NavMap map, struct NavPoint from, struct NavPoint to, int32_t *sees);

/*
 The nearest walkable point; `GoalOutside` if nothing is walkable or the point is not finite.
 */
NavStatus nav_map_nearest(struct NavMap map, struct NavPoint point, struct NavPoint *nearest);

/*
 The largest radius with which one gets from a point to another, and where it is narrowest (may be null). `Disconnected` if there
 is no way.
 */
NavStatus nav_map_widest(struct NavMap map,
                         struct NavPoint start,
                         struct NavPoint goal,
                         double *radius,
                         struct NavPoint *narrowest);

/*
 Finds the shortest path of a disc, exactly. Free it with `nav_path_free`. The status says why there is none, `nav_last_place` where.
 */
NavStatus nav_map_find_path(struct NavMap map,
                            struct NavPoint start,
                            struct NavPoint goal,
                            double radius,
                            struct NavPath *path);

/*
 Finds the lengths of many shortest paths, by all threads at once. `radii` is one for each, a stride apart, or null for 0. `lengths`
 and `statuses` (may be null) get one for each pair of points; a length is NaN where the status is not `Ok`.
 */
NavStatus nav_map_find_lengths(struct NavMap map,
                               struct NavPoints starts,
                               struct NavPoints goals,
                               const double *radii,
                               size_t radius_stride,
                               double *lengths,
                               size_t length_stride,
                               int32_t *statuses);

/*
 Builds the map of an embedded scene, such as "hall" or "city".
 */
NavStatus nav_map_embedded(const char *name, struct NavMap *map);

/*
 How long a path is, in metres.
 */
NavStatus nav_path_length(struct NavPath path, double *length);

/*
 The start, the bends and the goal of a path, a stride apart; for a disc, where each arc starts and ends. Ask with capacity 0 how
 many there are.
 */
NavStatus nav_path_points(struct NavPath path,
                          struct NavPoint *points,
                          size_t capacity,
                          size_t stride,
                          size_t *count);

/*
 The path as a line of points, a stride apart: arcs become chords that are no farther from them than a tolerance in metres.
 */
NavStatus nav_path_polyline(struct NavPath path,
                            double tolerance,
                            struct NavPoint *points,
                            size_t capacity,
                            size_t stride,
                            size_t *count);

/*
 Frees a path.
 */
NavStatus nav_path_free(struct NavPath path);

/*
 Makes an empty crowd on a map. It learns of the map's edits in its next step.
 */
NavStatus nav_crowd_new(struct NavMap map, struct NavCrowd *crowd);

/*
 Frees a crowd.
 */
NavStatus nav_crowd_free(struct NavCrowd crowd);

/*
 Describes a pedestrian who stands at (0, 0).
 */
NavStatus nav_agent_description(struct NavAgentDescription *description);

/*
 Adds an agent; its id is written to `id`, which may be null.
 */
NavStatus nav_crowd_add(struct NavCrowd crowd,
                        const struct NavAgentDescription *description,
                        struct NavAgent *id);

/*
 Removes an agent.
 */
NavStatus nav_crowd_remove(struct NavCrowd crowd, struct NavAgent agent);

/*
 Gives an agent a goal, to which it finds the shortest way.
 */
NavStatus nav_crowd_set_goal(struct NavCrowd crowd, struct NavAgent agent, struct NavPoint goal);

/*
 Makes an agent walk with a velocity, in metres a second; stand for 0.
 */
NavStatus nav_crowd_set_velocity(struct NavCrowd crowd,
                                 struct NavAgent agent,
                                 struct NavPoint velocity);

/*
 Makes steps of `dt` seconds each, by all threads.
 */
NavStatus nav_crowd_step(struct NavCrowd crowd, uint32_t steps, double dt);

/*
 How many agents there are.
 */
NavStatus nav_crowd_len(struct NavCrowd crowd, size_t *count);

/*
 A number for the state of a crowd: the same for the same run, on every machine.
 */
NavStatus nav_crowd_hash(struct NavCrowd crowd, uint64_t *hash);

/*
 Everyone's id, in the order in which they came, which is that of all arrays.
 */
NavStatus nav_crowd_ids(struct NavCrowd crowd,
                        struct NavAgent *ids,
                        size_t capacity,
                        size_t stride,
                        size_t *count);

/*
 Where everyone is, a stride apart.
 */
NavStatus nav_crowd_positions(struct NavCrowd crowd,
                              struct NavPoint *positions,
                              size_t capacity,
                              size_t stride,
                              size_t *count);

/*
 How fast everyone is, in metres a second, a stride apart.
 */
NavStatus nav_crowd_velocities(struct NavCrowd crowd,
                               struct NavPoint *velocities,
                               size_t capacity,
                               size_t stride,
                               size_t *count);

/*
 How everyone is doing, one of NAV_AGENT_… each, a stride apart.
 */
NavStatus nav_crowd_statuses(struct NavCrowd crowd,
                             int32_t *statuses,
                             size_t capacity,
                             size_t stride,
                             size_t *count);

/*
 What is to be seen of an agent.
 */
NavStatus nav_crowd_agent(struct NavCrowd crowd,
                          struct NavAgent agent,
                          struct NavAgentState *state);

/*
 Begins an embedded scenario, such as "bottleneck", or one from a file: everyone is placed and has a route.
 */
NavStatus nav_simulation_open(const char *name,
                              struct NavSimulation *simulation);

/*
 Frees a simulation.
 */
NavStatus nav_simulation_free(struct NavSimulation simulation);

/*
 Makes steps, by all threads.
 */
NavStatus nav_simulation_step(struct NavSimulation simulation, uint32_t steps);

/*
 A number for the state of the crowd: what `navigant run` prints, for the same run.
 */
NavStatus nav_simulation_hash(struct NavSimulation simulation, uint64_t *hash);

/*
 Where everyone is who is there, in the order of their ids, a stride apart.
 */
NavStatus nav_simulation_positions(struct NavSimulation simulation,
                                   struct NavPoint *positions,
                                   size_t capacity,
                                   size_t stride,
                                   size_t *count);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* NAVIGANT_H */
