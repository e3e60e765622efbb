//! Which open list is the fastest? The same A* with each of them, on the Moving AI maps.
use navigant_files::moving_ai::{read_grid, read_scen};
use navigant_mesh::{CellId, Grid};
use navigant_search::graph::{Heuristic, Octile, StateId};
use std::collections::BinaryHeap;
use std::time::{Duration, Instant};

trait Queue {
    fn clear(&mut self, base: f64, width: f64);
    fn push(&mut self, f: f64, g: f64, s: u32);
    fn pop(&mut self) -> Option<(f64, f64, u32)>;
}

#[derive(PartialEq)]
struct E(f64, f64, u32);
impl Eq for E {}
impl PartialOrd for E {
    fn partial_cmp(&self, o: &E) -> Option<std::cmp::Ordering> {
        Some(self.cmp(o))
    }
}
impl Ord for E {
    fn cmp(&self, o: &E) -> std::cmp::Ordering {
        o.0.total_cmp(&self.0).then(self.1.total_cmp(&o.1))
    }
}
#[derive(Default)]
struct Std(BinaryHeap<E>);
impl Queue for Std {
    fn clear(&mut self, _: f64, _: f64) {
        self.0.clear()
    }
    fn push(&mut self, f: f64, g: f64, s: u32) {
        self.0.push(E(f, g, s))
    }
    fn pop(&mut self) -> Option<(f64, f64, u32)> {
        self.0.pop().map(|e| (e.0, e.1, e.2))
    }
}
#[derive(Default)]
struct Four(navigant_search::graph::open::OpenList);
impl Queue for Four {
    fn clear(&mut self, _: f64, _: f64) {
        self.0.clear()
    }
    fn push(&mut self, f: f64, g: f64, s: u32) {
        self.0.push(navigant_search::graph::open::Waiting {
            key: navigant_search::graph::open::Key::new(f, -g),
            state: StateId(s),
            ticket: 0,
        })
    }
    fn pop(&mut self) -> Option<(f64, f64, u32)> {
        self.0.pop().map(|e| (e.key.first(), -e.key.second(), e.state.0))
    }
}
/// d-ary heap on integer keys, branchless
#[derive(Clone, Copy)]
struct W {
    k: u128,
    s: u32,
}
#[inline(always)]
fn ord(x: f64) -> u64 {
    let b = x.to_bits();
    b ^ ((((b as i64) >> 63) as u64) | (1 << 63))
}
#[inline(always)]
fn unord(b: u64) -> f64 {
    f64::from_bits(b ^ (((((!b) as i64) >> 63) as u64) | (1 << 63)))
}
#[inline(always)]
fn key(f: f64, g: f64) -> u128 {
    (ord(f) as u128) << 64 | ord(-g) as u128
}
struct Bits<const D: usize> {
    h: Vec<W>,
}
impl<const D: usize> Bits<D> {
    #[inline]
    fn push_w(&mut self, e: W) {
        let mut i = self.h.len();
        self.h.push(e);
        let h = &mut self.h[..];
        while i > 0 {
            let p = (i - 1) / D;
            if e.k >= h[p].k {
                break;
            }
            h[i] = h[p];
            i = p;
        }
        h[i] = e;
    }
    #[inline]
    fn pop_w(&mut self) -> Option<W> {
        let last = self.h.pop()?;
        let Some(&first) = self.h.first() else { return Some(last) };
        let n = self.h.len();
        let h = &mut self.h[..n];
        let mut i = 0;
        loop {
            let c = i * D + 1;
            if c + D <= n {
                let mut m = c;
                let mut mk = h[c].k;
                for j in c + 1..c + D {
                    let k = h[j].k;
                    let lt = k < mk;
                    m = if lt { j } else { m };
                    mk = if lt { k } else { mk };
                }
                if mk >= last.k {
                    break;
                }
                h[i] = h[m];
                i = m;
            } else {
                if c >= n {
                    break;
                }
                let mut m = c;
                for j in c + 1..n {
                    if h[j].k < h[m].k {
                        m = j
                    }
                }
                if h[m].k >= last.k {
                    break;
                }
                h[i] = h[m];
                i = m;
            }
        }
        h[i] = last;
        Some(first)
    }
}
impl<const D: usize> Queue for Bits<D> {
    fn clear(&mut self, _: f64, _: f64) {
        self.h.clear()
    }
    fn push(&mut self, f: f64, g: f64, s: u32) {
        self.push_w(W { k: key(f, g), s })
    }
    fn pop(&mut self) -> Option<(f64, f64, u32)> {
        self.pop_w().map(|w| (unord((w.k >> 64) as u64), -unord(w.k as u64), w.s))
    }
}
/// buckets with linked lists, lowest bucket a heap
const N: usize = 1024;
struct Buckets {
    heap: Bits<2>,
    arena: Vec<(W, u32)>,
    free: u32,
    heads: Vec<u32>,
    bits: [u64; N / 64],
    far: u32,
    far_min: i64,
    cur: i64,
    base: f64,
    inv: f64,
    n: usize,
}
impl Buckets {
    fn new() -> Self {
        Buckets {
            heap: Bits { h: vec![] },
            arena: vec![],
            free: u32::MAX,
            heads: vec![u32::MAX; N],
            bits: [0; N / 64],
            far: u32::MAX,
            far_min: i64::MAX,
            cur: 0,
            base: 0.,
            inv: 1.,
            n: 0,
        }
    }
    #[inline]
    fn idx(&self, f: f64) -> i64 {
        ((f - self.base) * self.inv) as i64
    }
    #[inline]
    fn link(&mut self, w: W, head: usize) {
        let next = if head < N { self.heads[head] } else { self.far };
        let at = if self.free != u32::MAX {
            let a = self.free;
            self.free = self.arena[a as usize].1;
            self.arena[a as usize] = (w, next);
            a
        } else {
            self.arena.push((w, next));
            (self.arena.len() - 1) as u32
        };
        if head < N {
            self.heads[head] = at;
            self.bits[head / 64] |= 1 << (head % 64);
        } else {
            self.far = at;
        }
    }
    #[inline]
    fn place(&mut self, w: W, i: i64) {
        if i <= self.cur {
            self.heap.push_w(w)
        } else if i - self.cur < N as i64 {
            self.link(w, (i as usize) % N)
        } else {
            self.far_min = self.far_min.min(i);
            self.link(w, N)
        }
    }
    fn advance(&mut self) -> bool {
        if self.n == 0 {
            return false;
        }
        // find next nonempty
        let start = ((self.cur + 1) as usize) % N;
        let mut found = None;
        for step in 0..=N / 64 {
            let wi = (start / 64 + step) % (N / 64);
            let mut b = self.bits[wi];
            if step == 0 {
                b &= !0 << (start % 64)
            }
            if step == N / 64 {
                b &= !(!0 << (start % 64))
            }
            if b != 0 {
                found = Some(wi * 64 + b.trailing_zeros() as usize);
                break;
            }
        }
        match found.filter(|slot| self.cur + 1 + ((slot + N - start) % N) as i64 <= self.far_min) {
            Some(slot) => {
                let d = (slot + N - start) % N;
                self.cur += 1 + d as i64;
                let mut at = self.heads[slot];
                self.heads[slot] = u32::MAX;
                self.bits[slot / 64] &= !(1 << (slot % 64));
                while at != u32::MAX {
                    let (w, next) = self.arena[at as usize];
                    self.heap.push_w(w);
                    self.arena[at as usize].1 = self.free;
                    self.free = at;
                    at = next;
                }
            }
            None => {
                // far
                let mut at = self.far;
                self.far = u32::MAX;
                let mut least = i64::MAX;
                let mut a = at;
                while a != u32::MAX {
                    let (w, nx) = self.arena[a as usize];
                    least = least.min(self.idx(unord((w.k >> 64) as u64)));
                    a = nx;
                }
                if least == i64::MAX {
                    return false;
                }
                self.far_min = i64::MAX;
                self.cur = least;
                while at != u32::MAX {
                    let (w, next) = self.arena[at as usize];
                    self.arena[at as usize].1 = self.free;
                    self.free = at;
                    let i = self.idx(unord((w.k >> 64) as u64));
                    self.place(w, i);
                    at = next;
                }
            }
        }
        true
    }
}
impl Queue for Buckets {
    fn clear(&mut self, base: f64, width: f64) {
        self.heap.h.clear();
        self.arena.clear();
        self.free = u32::MAX;
        for h in &mut self.heads {
            *h = u32::MAX
        }
        self.bits = [0; N / 64];
        self.far = u32::MAX;
        self.far_min = i64::MAX;
        self.cur = 0;
        self.base = base;
        self.inv = 1. / width;
        self.n = 0;
    }
    fn push(&mut self, f: f64, g: f64, s: u32) {
        self.n += 1;
        let i = self.idx(f);
        self.place(W { k: key(f, g), s }, i)
    }
    fn pop(&mut self) -> Option<(f64, f64, u32)> {
        loop {
            if let Some(w) = self.heap.pop_w() {
                self.n -= 1;
                return Some((unord((w.k >> 64) as u64), -unord(w.k as u64), w.s));
            }
            if !self.advance() {
                return None;
            }
        }
    }
}
#[derive(Clone, Copy)]
struct Node {
    g: f64,
    p: u32,
    st: u32,
}
struct Search {
    nodes: Vec<Node>,
    st: u32,
}
impl Search {
    fn find<Q: Queue>(&mut self, grid: &Grid, q: &mut Q, s: u32, t: u32, width: f64) -> (f64, u64) {
        let near = Octile::on(grid);
        self.st += 1;
        let st = self.st;
        let h0 = near.estimate(StateId(s), StateId(t));
        q.clear(h0, width);
        q.push(h0, 0., s);
        self.nodes[s as usize] = Node { g: 0., p: s, st };
        let mut n = 0;
        while let Some((_f, g, u)) = q.pop() {
            if g != self.nodes[u as usize].g {
                continue;
            }
            if u == t {
                return (g, n);
            }
            n += 1;
            for (v, c) in grid.steps(CellId(u)) {
                let node = &mut self.nodes[v.0 as usize];
                let gg = g + c;
                if node.st != st || gg < node.g {
                    *node = Node { g: gg, p: u, st };
                    q.push(gg + near.estimate(StateId(v.0), StateId(t)), gg, v.0)
                }
            }
        }
        (-1., n)
    }
}
fn main() {
    let mut tot = [Duration::ZERO; 8];
    let mut ex = [0u64; 8];
    for m in [
        "bg512/AR0011SR",
        "cities/Boston_0_512",
        "dao/arena2",
        "rooms/32room_000",
        "sc1/BigGameHunters",
        "random/random512-20-0",
        "mazes/maze512-8-0",
    ] {
        let p = format!("/work/shared/data/movingai/{m}.map");
        let grid = read_grid(&std::fs::read_to_string(&p).unwrap()).unwrap();
        let qs = read_scen(&std::fs::read_to_string(p + ".scen").unwrap()).unwrap();
        let mut s = Search { nodes: vec![Node { g: 0., p: 0, st: 0 }; grid.cells()], st: 0 };
        let mut std = Std::default();
        let mut four = Four::default();
        let mut b2 = Bits::<2> { h: vec![] };
        let mut b4 = Bits::<4> { h: vec![] };
        let mut bu = Buckets::new();
        let mut loc = [Duration::ZERO; 8];
        for q in qs.iter().step_by(qs.len() / 40) {
            let (a, b) = (grid.id(q.start).unwrap().0, grid.id(q.goal).unwrap().0);
            let mut r = [0.; 8];
            macro_rules! go {
                ($i:expr,$q:expr,$w:expr) => {
                    let t = Instant::now();
                    let (c, n) = s.find(&grid, $q, a, b, $w);
                    let e = t.elapsed();
                    tot[$i] += e;
                    loc[$i] += e;
                    ex[$i] += n;
                    r[$i] = c;
                };
            }
            go!(0, &mut std, 1.);
            go!(1, &mut four, 1.);
            go!(2, &mut b2, 1.);
            go!(3, &mut b4, 1.);
            go!(4, &mut bu, 941664. / 16.);
            go!(5, &mut bu, 941664. / 64.);
            go!(6, &mut bu, 941664. / 256.);
            go!(7, &mut bu, 941664. / 1024.);
            assert!(r.iter().all(|x| *x == r[0]));
        }
        println!("{m} {:?}", loc.map(|t| t.as_millis()));
    }
    for i in 0..8 {
        println!("{i} {:?} {} ns/exp {:.0}", tot[i], ex[i], tot[i].as_nanos() as f64 / ex[i] as f64);
    }
}
