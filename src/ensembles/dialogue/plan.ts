import { errors } from '../../converser/ground/errors.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import { text } from '../../converser/words/canister/content.ts';
import { latestPlan } from '../../converser/words/conversation/latest-plan.ts';
import { type Context, reply } from '../../converser/words/ensemble/invoker.ts';
import { type Plan, type PlanStep, planText, type StepState } from '../../converser/words/texts/plan-text.ts';
import { defineTool, type Tool } from '../define-tool.ts';
import { planArguments } from './plan-arguments.ts';

const mostSteps = 50;
const longestText = 500;

const written = { type: 'string', minLength: 1, maxLength: longestText, pattern: '\\S' } as const;
const state = { enum: ['pending', 'in_progress', 'done', 'dropped'] } as const;

/** Keeps nothing itself: the plan is what the latest result in the conversation says. */
export function planTool(): Tool {
  return defineTool({
    name: 'plan',
    description:
      'Shows the user your plan, for work of three steps or more: set a step to in_progress before you begin it and to done as soon as it is. steps replaces the plan, updates changes steps of it; without either you read it.',
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    deduplication: 'none',
    adapt: planArguments,
    arguments: {
      type: 'object',
      properties: {
        steps: {
          type: 'array',
          maxItems: mostSteps,
          description: 'The whole plan. An empty list removes it.',
          items: {
            type: 'object',
            properties: { text: written, state },
            required: ['text'],
            additionalProperties: false,
          },
        },
        updates: {
          type: 'array',
          maxItems: mostSteps,
          items: {
            type: 'object',
            properties: {
              number: {
                type: 'integer',
                minimum: 1,
                maximum: mostSteps,
                description: 'From 1.',
              },
              state,
              text: written,
            },
            required: ['number'],
            additionalProperties: false,
          },
        },
        explanation: { type: 'string', maxLength: longestText, description: 'Why it has changed.' },
      },
    },
    invoke({ steps, updates = [] }, context) {
      const before = steps === undefined ? presentPlan(context) : steps.map(asStep);
      const plan = updates.reduce(updated, before);
      context.namespace.set(noteKey, { after: lastOf(context), plan } satisfies Noted);
      const hints = plan.filter(({ state }) => state === 'in_progress').length > 1 ? [text(oneAtATime)] : [];
      return reply({ content: [text(planText(plan)), ...hints], structured: { steps: plan.map(toJson) } });
    },
  });
}

const oneAtATime = 'More than one step is in progress. Work on one at a time where you can.';

interface Update {
  readonly number: number;
  readonly state?: StepState;
  readonly text?: string;
}

/** Results join the conversation only with their round; until then, other calls of the round find the plan here. */
interface Noted {
  /** It was the last canister of the conversation. */
  readonly after: string;
  readonly plan: Plan;
}

const noteKey = 'plan';

function presentPlan(context: Context): Plan {
  const noted = context.namespace.get(noteKey) as Noted | undefined;
  if (noted !== undefined && noted.after === lastOf(context)) return noted.plan;
  return latestPlan(context.history?.() ?? [])?.steps ?? [];
}

function lastOf({ history }: Context): string {
  return history?.().at(-1)?.id ?? '';
}

function updated(plan: Plan, { number, ...change }: Update): Plan {
  const step = plan[number - 1];
  if (step === undefined)
    throw errors.badArguments(
      plan.length === 0
        ? 'There is no plan to update. Send all steps.'
        : `The plan has no step ${number}, only 1 to ${plan.length}.`,
    );
  return plan.with(number - 1, asStep({ ...step, ...defined(change) }));
}

/** The list is read by lines, so a step is one line. */
function asStep({
  text,
  state = 'pending',
}: {
  readonly text: string;
  readonly state?: StepState;
}): PlanStep {
  return { text: text.trim().replace(/\s+/g, ' '), state };
}

function toJson({ text, state }: PlanStep) {
  return { text, state };
}
