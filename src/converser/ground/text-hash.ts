/** FNV-1a with 64 bits over halves of code units. An encoding would make broken characters equal. */
export function textHash(value: string): string {
  let state = 0xcbf29ce484222325n;
  for (let at = 0; at < value.length; at++) {
    const unit = value.charCodeAt(at);
    for (const byte of [unit & 0xff, unit >> 8]) {
      state = BigInt.asUintN(64, (state ^ BigInt(byte)) * 0x100000001b3n);
    }
  }
  return BigInt.asUintN(56, state ^ (state >> 56n))
    .toString(36)
    .padStart(11, '0');
}
