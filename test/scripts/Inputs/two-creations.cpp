static Value one(OpBuilder &b) { return ConstantOp::create(b, 1); }

void emit(OpBuilder &b, Value x) {
  auto twice = [&](Value y) { return AddOp::create(b, y, y); };
  MulOp::create(b, AddOp::create(b, x, x), SubOp::create(b, x, x));
  MulOp::create(b, one(b), twice(x));
  add(b, twice(x), x, one(b));
  // One creation, a lambda that runs later, and several creations in a row.
  MulOp::create(b, one(b), x);
  add(b, one(b), [&] { return twice(x); });
  Value first = one(b);
  MulOp::create(b, first, one(b));
}
