/// What the build does to japply's classes for a distribution.
package dev.japply.dist;
