// A map, a path: hall.c in C#. mcs -unsafe Hall.cs ../csharp/Navigant.cs, or a project with AllowUnsafeBlocks.
using System;
using Navigant;

static unsafe class Hall
{
    static int Main()
    {
        var corners = new double[] { 0, 0, 40, 0, 40, 20, 0, 20 };
        var wall = new double[] { 19, 0, 21, 0, 21, 15, 19, 15 };
        fixed (double* ofHall = corners, ofWall = wall)
        {
            NavPoints hallRing = new NavPoints { first = ofHall, count = (UIntPtr)4 };
            NavPoints wallRing = new NavPoints { first = ofWall, count = (UIntPtr)4 };
            NavOutline floor = new NavOutline { rings = &hallRing, ring_count = (UIntPtr)1 };
            NavOutline obstacle = new NavOutline { rings = &wallRing, ring_count = (UIntPtr)1 };
            NavPoint start = new NavPoint { x = 2, y = 5 }, goal = new NavPoint { x = 38, y = 5 };
            NavMap map;
            NavPath path;
            double length;
            if (Native.nav_map_build(&floor, (UIntPtr)1, &obstacle, (UIntPtr)1, null, &map) != NavStatus.Ok
                || Native.nav_map_find_path(map, start, goal, 0.25, &path) != NavStatus.Ok
                || Native.nav_path_length(path, &length) != NavStatus.Ok)
            {
                Console.Error.WriteLine(new string((sbyte*)Native.nav_last_error()));
                return 1;
            }
            Console.WriteLine(length.ToString("F2", System.Globalization.CultureInfo.InvariantCulture) + " m");
            Native.nav_path_free(path);
            Native.nav_map_free(map);
            return Native.nav_map_free(map) == NavStatus.UnknownHandle ? 0 : 1;
        }
    }
}
