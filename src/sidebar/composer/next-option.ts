export function nextOption(
  { key }: KeyboardEvent,
  options: readonly HTMLElement[],
  at: number,
): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, options.length - 1);
    case 'ArrowUp':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return options.length - 1;
    default:
      return key.length === 1 && key !== ' ' ? startingWith(key, options, at) : undefined;
  }
}

function startingWith(letter: string, options: readonly HTMLElement[], at: number): number | undefined {
  const order = options.map((_, step) => (at + 1 + step) % options.length);
  return order.find(index => labelOf(options[index]).startsWith(letter.toLowerCase()));
}

function labelOf(option: HTMLElement | undefined): string {
  return option?.querySelector('.option-label')?.textContent?.toLowerCase() ?? '';
}
