import { errors } from '../../converser/errors.ts';
import { defineTool, type Tool } from '../define-tool.ts';
import { createRandom, type Random } from './random.ts';

const seed = {
  type: 'integer',
  minimum: -2147483648,
  maximum: 2147483647,
  description: 'Set it to get the same result each time. Default: truly random.',
} as const;

/** Chance cannot be answered from memory, so a repeated call is never taken for the earlier one. */
const chance = {
  annotations: { readOnly: true, destructive: false, idempotent: false, openWorld: false },
  deduplication: 'none',
} as const;

export function probabilityTools(): readonly Tool[] {
  return [rollDice, choose, sample, randomNumber];
}

const rollDice = defineTool({
  name: 'roll_dice',
  description: 'Rolls dice and returns each die and the total. Use it for every roll; never make one up.',
  ...chance,
  arguments: {
    type: 'object',
    required: ['dice'],
    additionalProperties: false,
    properties: {
      dice: {
        type: 'string',
        pattern: '^\\d{0,4}d\\d{1,6}([+-]\\d{1,6})?$',
        description: 'Dice notation: 3d6+2 is three six-sided dice, plus two.',
      },
      seed,
    },
  },
  invoke: async args => {
    const { count, sides, modifier } = parseDice(args.dice);
    const random = await createRandom(args.seed);
    const rolls = Array.from({ length: count }, () => random.integer(1, sides));
    const total = rolls.reduce((sum, roll) => sum + roll, modifier);
    return { dice: args.dice, rolls, modifier, total };
  },
});

const choose = defineTool({
  name: 'choose',
  description:
    'Picks one of several options at random, equally likely unless weighted. Use it for every random choice; never pick yourself.',
  ...chance,
  arguments: {
    type: 'object',
    required: ['options'],
    additionalProperties: false,
    properties: {
      options: {
        type: 'array',
        minItems: 1,
        maxItems: 1000,
        items: { type: 'string' },
        description: 'The options.',
      },
      weights: {
        type: 'array',
        maxItems: 1000,
        items: { type: 'number', minimum: 0 },
        description: 'Relative weight of each option, in the same order.',
      },
      seed,
    },
  },
  invoke: async args => {
    const { options, weights = options.map(() => 1) } = args;
    if (weights.length !== options.length) {
      throw errors.badArguments(
        `${options.length} options but ${weights.length} weights. Give each option one`,
      );
    }
    const choice = options[weightedIndex(weights, await createRandom(args.seed))] ?? '';
    return { choice, options: options.length };
  },
});

const sample = defineTool({
  name: 'sample',
  description:
    'Draws different items from a list at random, in random order. Drawing all of them shuffles the list.',
  ...chance,
  arguments: {
    type: 'object',
    required: ['items', 'count'],
    additionalProperties: false,
    properties: {
      items: {
        type: 'array',
        minItems: 1,
        maxItems: 10000,
        items: { type: 'string' },
        description: 'The list.',
      },
      count: { type: 'integer', minimum: 1, maximum: 10000, description: 'How many items to draw.' },
      seed,
    },
  },
  invoke: async args => {
    if (args.count > args.items.length) {
      throw errors.badArguments(
        `Only ${args.items.length} items, so ${args.count} different ones can't be drawn`,
      );
    }
    const drawn = shuffled(args.items, await createRandom(args.seed)).slice(0, args.count);
    return { sample: drawn, count: args.count, of: args.items.length };
  },
});

const randomNumber = defineTool({
  name: 'random_number',
  description:
    'Returns a random number between two limits. Use it for every random number; never make one up.',
  ...chance,
  arguments: {
    type: 'object',
    additionalProperties: false,
    properties: {
      min: { type: 'number', description: 'Smallest possible number. Default: 1.' },
      max: { type: 'number', description: 'Largest possible number. Default: 100.' },
      whole: {
        type: 'boolean',
        description: 'Only whole numbers. Default: true.',
      },
      seed,
    },
  },
  invoke: async args => {
    const { min = 1, max = 100, whole = true } = args;
    const [from, to] = whole ? [Math.ceil(min), Math.floor(max)] : [min, max];
    if (from > to)
      throw errors.badArguments(`There is no ${whole ? 'whole ' : ''}number from ${min} to ${max}`);
    if (whole && !(Number.isSafeInteger(from) && Number.isSafeInteger(to))) {
      throw errors.badArguments('Whole numbers must lie between -9007199254740991 and 9007199254740991');
    }
    const random = await createRandom(args.seed);
    return { number: whole ? random.integer(from, to) : from + random.fraction() * (to - from), min, max };
  },
});

function parseDice(notation: string) {
  const [, count = '', sides = '', modifier = '0'] = /^(\d*)d(\d+)([+-]\d+)?$/.exec(notation) ?? [];
  const dice = { count: count === '' ? 1 : Number(count), sides: Number(sides), modifier: Number(modifier) };
  if (dice.count < 1 || dice.count > 1000) throw errors.badArguments('Roll from 1 to 1000 dice at once');
  if (dice.sides < 1) throw errors.badArguments('A die needs at least one side');
  return dice;
}

function weightedIndex(weights: readonly number[], random: Random): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (!(total > 0) || !Number.isFinite(total))
    throw errors.badArguments('At least one weight must be above 0');
  let rest = random.fraction() * total;
  const index = weights.findIndex(weight => {
    rest -= weight;
    return rest < 0;
  });
  // Rounding may leave a rest after the last one, which is then the one.
  return index < 0 ? weights.findLastIndex(weight => weight > 0) : index;
}

/** Fisher and Yates's way: each order is as likely as the others. */
function shuffled(items: readonly string[], random: Random): readonly string[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = random.integer(0, last);
    [order[last], order[other]] = [order[other] ?? '', order[last] ?? ''];
  }
  return order;
}
