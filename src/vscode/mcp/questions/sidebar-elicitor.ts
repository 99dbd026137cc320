import type { JsonObject, JsonValue } from '../../../converser/json/json.ts';
import type { Elicitor } from '../../../ensembles/mcp/elicitation/elicitor.ts';
import type { FormField as AskedField } from '../../../ensembles/mcp/elicitation/read-form.ts';
import type { FormField } from '../../../sidebar/protocol.ts';
import type { OpenRequests } from '../../questions/open-requests.ts';

/** Shows what a server asks as a card in the sidebar. */
export function createSidebarElicitor(requests: OpenRequests): Elicitor {
  return {
    async form({ server, message, fields, complaint, former }, signal) {
      const shown = fields.map(field => shownField(field, former));
      const problem =
        complaint === undefined ? {} : { problem: `The server would not take this: ${complaint}.` };
      const answer = await requests.ask({ kind: 'form', server, message, fields: shown, ...problem }, signal);
      if (answer.action !== 'accept') return answer;
      return { action: 'accept', content: answer.content ?? {} };
    },
    async page({ server, message, page }, signal) {
      const { action } = await requests.ask(
        { kind: 'visit', server, message, url: page.href, host: page.host },
        signal,
      );
      return action;
    },
  };
}

/** A field with what was answered before, where the same is asked again, or else with what the server proposes. */
function shownField(field: AskedField, former: JsonObject | undefined): FormField {
  const { name, title, isRequired: required, description } = field;
  const common = { name, title, required, ...given({ description }) };
  const earlier = former === undefined ? field.default : former[name];
  switch (field.kind) {
    case 'text': {
      const { format, minLength, maxLength } = field;
      const value = typeof earlier === 'string' ? earlier : undefined;
      return { ...common, kind: 'text', ...given({ format, minLength, maxLength, value }) };
    }
    case 'number': {
      const { isWhole: integer, minimum, maximum } = field;
      const value = typeof earlier === 'number' ? earlier : undefined;
      return { ...common, kind: 'number', integer, ...given({ minimum, maximum, value }) };
    }
    case 'yes-no':
      return {
        ...common,
        kind: 'flag',
        ...given({ value: typeof earlier === 'boolean' ? earlier : undefined }),
      };
    case 'choice':
      return {
        ...common,
        kind: 'choice',
        options: optionsOf(field),
        ...given({ value: typeof earlier === 'string' ? earlier : undefined }),
      };
    case 'choices': {
      const { fewest: minItems, most: maxItems } = field;
      const value = isTexts(earlier) ? earlier : undefined;
      return {
        ...common,
        kind: 'choices',
        options: optionsOf(field),
        ...given({ minItems, maxItems, value }),
      };
    }
  }
}

function optionsOf({ options }: AskedField & { readonly kind: 'choice' | 'choices' }) {
  return options.map(({ value, title }) => ({ value, label: title }));
}

function isTexts(value: JsonValue | readonly string[] | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every(each => typeof each === 'string');
}

/** Without what is absent. */
function given<T extends object>(values: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}
