/// The action for each object and the reason for it: planner, order, ignore rules, field ownership,
/// explanations, migration, compatibility with kubectl.
@NullMarked
package dev.japply.plan;

import org.jspecify.annotations.NullMarked;
