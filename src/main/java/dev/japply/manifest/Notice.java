package dev.japply.manifest;

import dev.japply.manifest.Located.Place;

/// Something in a document that is read, but probably not as it was meant.
record Notice(Place place, String what, String hint) {}
