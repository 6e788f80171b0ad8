/* Behind the definitions: each element is that of the function of libm. */
int main(void) {
  floatx4 x = {0.5f, -2, 0, 3}, y = {2, 3, 0.25f, -1};
  doublex2 u = {0.5, -2}, v = {3, -0.125};
  floatx4 tanhs = _ZGVbN4v_tanhf(x), powers = Sleef_powf4_u10(x, y);
  doublex2 angles = _ZGVbN2vv_atan2(u, v), exponentials = Sleef_expd2_u10(u);
  int wrong = 0;
  for (int i = 0; i < 4; ++i)
    wrong += tanhs[i] != tanhf(x[i]) || powers[i] != powf(x[i], y[i]);
  for (int i = 0; i < 2; ++i)
    wrong += angles[i] != atan2(u[i], v[i]) || exponentials[i] != exp(u[i]);
  return wrong;
}
