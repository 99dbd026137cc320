import type { Rule } from './rule.ts';

const roll = '(roll|throw|cast|toss)';

/** Dice, choices, samples and random numbers. */
export const probabilityRules: readonly Rule[] = [
  {
    wants: 'roll',
    example: 'roll 3d6+2',
    says: [`${roll} [me] [a|an|the] {dice}`, `${roll} [me] [the] (dice|die|dices) {dice}`],
    each: 'dice',
  },
  { wants: 'roll', says: ['[a] {dice}'], each: 'dice', isWhole: true },
  {
    wants: 'roll',
    says: [`${roll} [me] [a|the|one|some] (die|dice)`, `${roll} [me] [a|one] (six-sided|6-sided) (die|dice)`],
    with: () => ({ dice: '1d6' }),
  },
  {
    wants: 'roll',
    says: [`${roll} [me] {count:number} (die|dice|six-sided dice)`],
    with: ({ count = 1 }) => ({ dice: `${count}d6` }),
  },
  {
    wants: 'random_number',
    says: [
      '[give|get|pick|choose|generate|draw|make|what is] [me] [a|an|one|some] [random] (number|integer) (between|from) {min:number} (and|to|-) {max:number}',
      '(random|randint) [between|from] {min:number} (and|to|-) {max:number}',
      '(guess|think of) a number (between|from) {min:number} (and|to|-) {max:number}',
    ],
  },
  {
    wants: 'random_number',
    says: ['[give|get|pick|choose|generate|draw|make] [me] [a|an|one] random (number|integer)'],
    with: () => ({}),
  },
  {
    wants: 'choose',
    says: ['(flip|toss|throw) [me] [a|the] coin', '(heads or tails|coin flip|flip|toss a coin for me)'],
    with: () => ({ options: ['heads', 'tails'] }),
  },
  {
    wants: 'choose',
    says: [
      '(choose|pick|select|draw|take) [me] (one|any one) (of|from|out of|among) [these|the following] {options:items}',
    ],
  },
  {
    wants: 'sample',
    says: [
      '(sample|draw|pick|choose|select|take) [me] [a random] {count:number} [of|from|out of|among|items from|items of|items out of] [these:|the following:] {items:items}',
      '(sample|draw|pick|choose|select|take) [me] {count:number} [random] (items|things|names|elements) (of|from|out of|among) {items:items}',
    ],
  },
  {
    wants: 'choose',
    example: 'choose between tea, coffee and water',
    says: [
      '(choose|pick|select|decide|draw) [me] [one|something|randomly|at random] [of|from|between|among|out of] [these|the following] {options:items}',
      '(which one|should I|shall I|what should I|what shall I) [take|choose|pick] {options:items}',
    ],
  },
];
