//! Where a file has what a mutant can change: operators with their operands, arms of matches, bodies of functions.

use proc_macro2::Span;
use std::collections::BTreeMap;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// A line and a column, both from 1 on, as cargo-mutants names places.
pub(crate) type At = (usize, usize);

pub(crate) fn start(span: Span) -> At {
    (span.start().line, span.start().column + 1)
}

pub(crate) fn end(span: Span) -> At {
    (span.end().line, span.end().column + 1)
}

/// What can be changed, by where its operator, arm or block begins.
#[derive(Default)]
pub(crate) struct Places {
    /// The whole expression, its left and its right side.
    pub(crate) binary: BTreeMap<At, [Span; 3]>,
    /// The whole expression, and what the operator is applied to.
    pub(crate) unary: BTreeMap<At, [Span; 2]>,
    /// The guard of an arm, if it has one, and its arrow.
    pub(crate) arms: BTreeMap<At, (Option<Span>, Span)>,
    /// Whether a function with that body can return another value early: not if it returns an unnamed type.
    pub(crate) bodies: BTreeMap<At, bool>,
    /// What is computed when it is compiled: a mutant cannot be chosen there.
    consts: Vec<Span>,
}

impl Places {
    pub(crate) fn is_const(&self, at: At) -> bool {
        self.consts.iter().any(|&span| (start(span)..end(span)).contains(&at))
    }

    fn note(&mut self, signature: &syn::Signature, block: &syn::Block) {
        let is_unnamed =
            matches!(&signature.output, syn::ReturnType::Type(_, of) if matches!(**of, syn::Type::ImplTrait(_)));
        self.bodies.insert(start(block.span()), !is_unnamed);
        if signature.constness.is_some() {
            self.consts.push(block.span());
        }
    }
}

impl<'a> Visit<'a> for Places {
    fn visit_expr_binary(&mut self, e: &'a syn::ExprBinary) {
        self.binary.insert(start(e.op.span()), [e.span(), e.left.span(), e.right.span()]);
        visit::visit_expr_binary(self, e);
    }

    fn visit_expr_unary(&mut self, e: &'a syn::ExprUnary) {
        self.unary.insert(start(e.span()), [e.span(), e.expr.span()]);
        visit::visit_expr_unary(self, e);
    }

    fn visit_arm(&mut self, arm: &'a syn::Arm) {
        let guard = arm.guard.as_ref().map(|(_, guard)| guard.span());
        self.arms.insert(start(arm.span()), (guard, arm.fat_arrow_token.span()));
        visit::visit_arm(self, arm);
    }

    fn visit_item_const(&mut self, item: &'a syn::ItemConst) {
        self.consts.push(item.span());
    }

    fn visit_impl_item_const(&mut self, item: &'a syn::ImplItemConst) {
        self.consts.push(item.span());
    }

    fn visit_item_fn(&mut self, item: &'a syn::ItemFn) {
        self.note(&item.sig, &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'a syn::ImplItemFn) {
        self.note(&item.sig, &item.block);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'a syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.note(&item.sig, block);
        }
        visit::visit_trait_item_fn(self, item);
    }
}
