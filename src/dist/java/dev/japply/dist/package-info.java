/// What a distribution has besides the program, made when it is built: one jar, manual pages,
/// completion for shells, and a list of what of others is in it.
package dev.japply.dist;
