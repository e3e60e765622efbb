//! The 31/27/20 example: a robot, two corridors, and a gap in a wall that is seen after two steps.
//!
//! Likhachev et al. 2005 count the cells that A*, D* Lite and AD* expand on a small grid: 31, 27 and 20. The grid is only
//! in their figure, which we do not have. [`RECONSTRUCTED`] is a grid that fits the text and gives these totals; the
//! program `examples/reconstruct.rs` found it. It is a reconstruction, not the original: which cells are expanded among
//! equals is not told by the text, so the grid is one on which *our* searches give these totals.

use crate::frame::{Comparison, Report};
use navigant_search::graph::{
    AStar, AdStar, Answer, Budget, DStarLite, Graph, Heuristic, Reversible, SearchError, StateId,
};
use std::cell::RefCell;
use std::error::Error;
use std::fmt::Write;

/// A grid that fits the text and gives the published totals: two corridors lead round the ends of a wall, and the wall
/// turns out to have a gap. No diagonal move touches the corner of a blocked cell.
pub const RECONSTRUCTED: [&str; 7] = [
    ".......", //
    ".......", ".#g##..", ".#.....", ".#....#", ".#.....", ".......",
];

/// Adds totals and pictures of the example.
///
/// # Errors
/// When the reconstruction is not an example, which a test rules out.
pub fn report(report: &mut Report) -> Result<(), Box<dyn Error>> {
    let example = Example::parse(&RECONSTRUCTED, false).ok_or("the reconstruction is not a grid")?;
    let run = example.run()?.ok_or("the reconstruction has no path")?;
    report.compare(Comparison::exactly("expansions of A* (reconstructed example)", 31.0, total(&run.a_star) as f64));
    report.compare(Comparison::exactly("expansions of D* Lite", 27.0, total(&run.d_star_lite) as f64));
    report.compare(Comparison::exactly("expansions of AD*", 20.0, total(&run.ad_star) as f64));
    for (what, published, step) in
        [("with ε = 2.5", 15.0, 0), ("more with ε = 1.5", 0.0, 1), ("more with ε = 1", 5.0, 2)]
    {
        let ours = run.ad_star.get(step).map_or(f64::NAN, |step| step.expansions as f64);
        report.compare(Comparison::exactly(&format!("  of these, {what}"), published, ours));
    }
    report.note(
        "The example's grid is a reconstruction: the figure of Likhachev et al. 2005 is not at hand, so a program looked for \
         a grid that fits the text (unit costs, eight neighbours, start at the bottom right, goal at the top left, two \
         corridors, a gap in a wall seen after two steps) and gives these totals, counted by the searches themselves.",
    );
    for (name, steps) in [("A*", &run.a_star), ("D* Lite", &run.d_star_lite), ("AD*", &run.ad_star)] {
        let counts: Vec<String> = steps.iter().map(|step| step.expansions.to_string()).collect();
        let title = format!("{name}: {} = {} expansions", counts.join(" + "), total(steps));
        report.drawing(&title, example.draw(steps)?);
    }
    Ok(())
}

/// A grid of free (`.`) and blocked (`#`) cells, with a blocked cell `g` in which the gap opens. The robot starts at the
/// bottom right, its goal is the top left. A move to any of the eight neighbours costs 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Whether each cell is blocked at first, row by row.
    pub blocked: Vec<bool>,
    /// The cell that turns out to be free.
    pub gap: u32,
    /// Whether a diagonal move may touch the corner of a blocked cell.
    pub cuts_corners: bool,
}

/// What one search did.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Where the robot was.
    pub robot: StateId,
    /// The inflation, for AD*.
    pub epsilon: Option<f64>,
    /// The cells expanded, in order.
    pub expanded: Vec<StateId>,
    /// The path found.
    pub path: Vec<StateId>,
    /// Whether the gap was known.
    pub gap_known: bool,
    /// Expansions as the search itself counts them.
    pub expansions: u64,
    /// What the path costs.
    pub cost: Option<f64>,
}

/// The steps of the three searches.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// A*: plans, walks two steps, plans from scratch.
    pub a_star: Vec<Step>,
    /// D* Lite: plans, walks two steps, repairs.
    pub d_star_lite: Vec<Step>,
    /// AD*: plans with ε = 2.5, walks, improves with 1.5, walks, repairs with 1.
    pub ad_star: Vec<Step>,
}

/// All expansions of a search.
pub fn total(steps: &[Step]) -> u64 {
    steps.iter().map(|step| step.expansions).sum()
}

impl Example {
    /// The example drawn in rows of `.`, `#` and one `g`.
    pub fn parse(rows: &[&str], cuts_corners: bool) -> Option<Example> {
        let width = rows.first()?.len();
        let cells: Vec<u8> = rows.iter().flat_map(|row| row.bytes()).collect();
        let gap = cells.iter().position(|&c| c == b'g')?;
        (cells.len() == width * rows.len()).then(|| Example {
            width: width as u32,
            height: rows.len() as u32,
            blocked: cells.iter().map(|&c| c != b'.').collect(),
            gap: gap as u32,
            cuts_corners,
        })
    }

    /// One picture a step: what was expanded, in which order, and the path.
    fn draw(&self, steps: &[Step]) -> Result<String, std::fmt::Error> {
        const SIZE: u32 = 26;
        let (wide, high) = (self.width * SIZE, self.height * SIZE);
        let mut svg =
            format!("<svg viewBox=\"0 0 {} {}\" style=\"max-width:46rem\" role=\"img\">", 3 * (wide + 24), high + 24);
        for (number, step) in steps.iter().enumerate() {
            write!(svg, "<g transform=\"translate({} 22)\">", number as u32 * (wide + 24))?;
            let epsilon = step.epsilon.map_or(String::new(), |epsilon| format!(", ε = {epsilon}"));
            let moves = step.cost.map_or("no".into(), |cost| cost.to_string());
            write!(
                svg,
                "<text class=\"tick\" x=\"0\" y=\"-8\">{} expanded, {moves} moves{epsilon}</text>",
                step.expansions
            )?;
            for cell in 0..self.width * self.height {
                let (x, y) = (cell % self.width * SIZE, cell / self.width * SIZE);
                let mut square = |class| {
                    write!(svg, "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{SIZE}\" height=\"{SIZE}\"/>")
                };
                square("free")?;
                if cell == self.gap && step.gap_known {
                    square("gap")?;
                } else if self.blocked.get(cell as usize) == Some(&true) {
                    square("wall")?;
                }
                if step.expanded.contains(&StateId(cell)) {
                    square("expanded")?;
                }
            }
            let centre =
                |state: StateId| (state.0 % self.width * SIZE + SIZE / 2, state.0 / self.width * SIZE + SIZE / 2);
            let points: Vec<String> = step.path.iter().map(|&s| centre(s)).map(|(x, y)| format!("{x},{y}")).collect();
            write!(svg, "<polyline class=\"way\" points=\"{}\"/>", points.join(" "))?;
            for (class, (x, y)) in [("robot", centre(step.robot)), ("goal", centre(Example::GOAL))] {
                write!(svg, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"7\"/>")?;
            }
            svg.push_str("</g>");
        }
        Ok(svg + "</svg>")
    }

    /// Where the robot starts.
    pub fn start(&self) -> StateId {
        StateId(self.width * self.height - 1)
    }

    /// Whether what was found in the end is shorter than what was left of the first plan.
    pub fn shortens(first: &Step, last: &Step) -> bool {
        let walked = first.path.iter().position(|&state| state == last.robot).unwrap_or(0) as f64;
        first.cost.zip(last.cost).is_some_and(|(planned, found)| found < planned - walked)
    }

    /// Where it wants to go.
    pub const GOAL: StateId = StateId(0);

    /// Lets the three searches loose on it; `None` if there is no path at first, or it has fewer than two steps.
    pub fn run(&self) -> Result<Option<Run>, SearchError> {
        let (Some(a_star), Some(d_star_lite), Some(ad_star)) = (self.a_star()?, self.d_star_lite()?, self.ad_star()?)
        else {
            return Ok(None);
        };
        Ok(Some(Run { a_star, d_star_lite, ad_star }))
    }

    /// A*: plans, walks two steps, plans from scratch.
    ///
    /// # Errors
    /// None on a sound example.
    pub fn a_star(&self) -> Result<Option<Vec<Step>>, SearchError> {
        let (mut world, mut search) = (World::new(self), AStar::new());
        let first = search.find(&world, &world, self.start(), Example::GOAL, Budget::UNLIMITED)?;
        let Some(&robot) = search.path().get(2) else { return Ok(None) };
        let first = world.step(self.start(), None, search.path(), first);
        world.gap_known = true;
        let second = search.find(&world, &world, robot, Example::GOAL, Budget::UNLIMITED)?;
        Ok(Some(vec![first, world.step(robot, None, search.path(), second)]))
    }

    /// D* Lite: plans, walks two steps, repairs.
    ///
    /// # Errors
    /// None on a sound example.
    pub fn d_star_lite(&self) -> Result<Option<Vec<Step>>, SearchError> {
        let mut world = World::new(self);
        let mut plan = DStarLite::new(&world, &world, self.start(), Example::GOAL)?;
        let first = plan.search(&world, &world, Budget::UNLIMITED)?;
        let Some(&robot) = plan.path().get(2) else { return Ok(None) };
        let first = world.step(self.start(), None, plan.path(), first);
        world.gap_known = true;
        plan.move_start(&world, &world, robot)?;
        plan.update(&world, &world, world.touched())?;
        world.expanded.borrow_mut().clear();
        let second = plan.search(&world, &world, Budget::UNLIMITED)?;
        Ok(Some(vec![first, world.step(robot, None, plan.path(), second)]))
    }

    /// AD*: plans with ε = 2.5, walks, improves with 1.5, walks, repairs with 1.
    ///
    /// # Errors
    /// None on a sound example.
    pub fn ad_star(&self) -> Result<Option<Vec<Step>>, SearchError> {
        let mut world = World::new(self);
        let mut plan = AdStar::new(&world, &world, self.start(), Example::GOAL, 2.5)?;
        let (mut steps, mut robot) = (Vec::new(), self.start());
        for epsilon in [2.5, 1.5, 1.0] {
            if !steps.is_empty() {
                let Some(&next) = plan.path().get(1) else { return Ok(None) };
                robot = next;
                plan.move_start(&world, robot)?;
            }
            plan.set_epsilon(epsilon)?;
            if epsilon == 1.0 {
                world.gap_known = true;
                plan.update(&world, &world, world.touched())?;
            }
            world.expanded.borrow_mut().clear();
            let answer = plan.search(&world, &world, Budget::UNLIMITED)?;
            steps.push(world.step(robot, Some(epsilon), plan.path(), answer));
        }
        Ok(Some(steps))
    }
}

/// The example as the robot knows it, which writes down what a search expands.
struct World<'a> {
    example: &'a Example,
    gap_known: bool,
    expanded: RefCell<Vec<StateId>>,
}

impl<'a> World<'a> {
    fn new(example: &'a Example) -> World<'a> {
        World { example, gap_known: false, expanded: RefCell::default() }
    }

    fn step(&self, robot: StateId, epsilon: Option<f64>, path: &[StateId], answer: Answer) -> Step {
        Step {
            robot,
            epsilon,
            expanded: self.expanded.take(),
            path: path.to_vec(),
            gap_known: self.gap_known,
            expansions: answer.expansions,
            cost: answer.cost,
        }
    }

    fn is_free(&self, x: i64, y: i64) -> bool {
        let (w, h) = (i64::from(self.example.width), i64::from(self.example.height));
        if !(0..w).contains(&x) || !(0..h).contains(&y) {
            return false;
        }
        let cell = y * w + x;
        !self.example.blocked[cell as usize] || (self.gap_known && cell == i64::from(self.example.gap))
    }

    fn place(&self, state: StateId) -> (i64, i64) {
        (i64::from(state.0 % self.example.width), i64::from(state.0 / self.example.width))
    }

    /// The cells whose moves change when the gap opens.
    fn touched(&self) -> Vec<StateId> {
        let (x, y) = self.place(StateId(self.example.gap));
        let (w, h) = (i64::from(self.example.width), i64::from(self.example.height));
        let around = (y - 1..=y + 1).flat_map(|y| (x - 1..=x + 1).map(move |x| (x, y)));
        around
            .filter(|&(x, y)| (0..w).contains(&x) && (0..h).contains(&y))
            .map(|(x, y)| StateId((y * w + x) as u32))
            .collect()
    }

    fn neighbours(&self, from: StateId, mut visit: impl FnMut(StateId, f64)) {
        let (x, y) = self.place(from);
        if !self.is_free(x, y) {
            return;
        }
        for (dx, dy) in [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)] {
            let clear = self.example.cuts_corners || (self.is_free(x + dx, y) && self.is_free(x, y + dy));
            if clear && self.is_free(x + dx, y + dy) {
                visit(StateId(((y + dy) * i64::from(self.example.width) + x + dx) as u32), 1.0);
            }
        }
    }
}

impl Graph for World<'_> {
    fn states(&self) -> usize {
        self.example.blocked.len()
    }

    fn successors(&self, from: StateId, visit: impl FnMut(StateId, f64)) {
        self.neighbours(from, visit);
    }

    /// Asked by A* for every cell it expands.
    fn onward(&self, _: StateId, from: StateId, visit: impl FnMut(StateId, f64)) {
        self.expanded.borrow_mut().push(from);
        self.neighbours(from, visit);
    }
}

impl Reversible for World<'_> {
    /// Asked by D* Lite and AD* for every cell they expand.
    fn predecessors(&self, to: StateId, visit: impl FnMut(StateId, f64)) {
        self.expanded.borrow_mut().push(to);
        self.neighbours(to, visit);
    }
}

impl Heuristic for World<'_> {
    fn estimate(&self, from: StateId, to: StateId) -> f64 {
        let ((ax, ay), (bx, by)) = (self.place(from), self.place(to));
        (ax - bx).abs().max((ay - by).abs()) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run() -> Run {
        Example::parse(&RECONSTRUCTED, false).unwrap().run().unwrap().unwrap()
    }

    #[test]
    fn the_reconstruction_gives_the_published_totals() {
        let run = run();
        assert_eq!([total(&run.a_star), total(&run.d_star_lite), total(&run.ad_star)], [31, 27, 20]);
        assert_eq!(run.ad_star.iter().map(|step| step.expansions).collect::<Vec<_>>(), [15, 0, 5]);
    }

    #[test]
    fn the_searches_count_what_they_ask_of_the_graph() {
        let run = run();
        for step in run.a_star.iter().chain(&run.d_star_lite).chain(&run.ad_star) {
            assert_eq!(step.expanded.len() as u64, step.expansions);
        }
    }

    #[test]
    fn all_end_with_the_same_cost_through_the_gap() {
        let run = run();
        let gap = StateId(2 * 7 + 2);
        let cost = run.a_star.last().unwrap().cost;
        for steps in [&run.a_star, &run.d_star_lite, &run.ad_star] {
            let last = steps.last().unwrap();
            assert_eq!((last.cost, last.path.contains(&gap)), (cost, true));
            assert!(!steps[0].path.contains(&gap));
            assert!(last.cost.is_some() && Example::shortens(&steps[0], last));
        }
    }
}
