/** What vendors say of the schemas of tools, in their words. One such schema ends the whole request. */

type Schema = Readonly<Record<string, unknown>>;

interface Found {
  readonly schema: Schema;
  readonly path: readonly string[];
}

/** https://platform.openai.com/docs/guides/function-calling */
export function openAiSchemaComplaint(schema: unknown, name: unknown): string | undefined {
  if (!isSchema(schema)) return undefined;
  const opening = `Invalid schema for function '${name}':`;
  const atTop = ['oneOf', 'anyOf', 'allOf', 'enum', 'const', 'not'];
  if (schema.type !== 'object' || atTop.some(keyword => keyword in schema))
    return `${opening} schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.`;
  for (const { schema: part, path } of partsOf(schema)) {
    const context = `${opening} In context=(${path.map(step => `'${step}'`).join(', ')})`;
    if ([part.type].flat().includes('array') && !part.items) return `${context}, array schema missing items.`;
    if (Array.isArray(part.items)) return `${context}, array schema items is not an object.`;
  }
  return undefined;
}

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview */
export function anthropicSchemaComplaint(schema: unknown, at: number): string | undefined {
  if (!isSchema(schema)) return undefined;
  const place = `tools.${at}.custom.input_schema`;
  if (schema.type !== 'object') return `${place}.type: Input should be 'object'`;
  if (['oneOf', 'anyOf', 'allOf'].some(keyword => keyword in schema))
    return `${place}: input_schema does not support oneOf, allOf, or anyOf at the top level`;
  if (!Object.keys(schema.properties ?? {}).every(key => /^[a-zA-Z0-9_.-]{1,64}$/.test(key)))
    return `${place}.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'`;
  if (partsOf(schema).some(({ schema: part }) => Array.isArray(part.items)))
    return `${place}: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at https://docs.claude.com/en/docs/tool-use.`;
  return undefined;
}

/** https://github.com/microsoft/azure-devops-mcp/issues/139, https://github.com/anomalyco/opencode/pull/46676 */
export function googleSchemaComplaint(schema: unknown, at: number): string | undefined {
  if (!isSchema(schema)) return undefined;
  for (const { schema: part, path } of partsOf(schema)) {
    if (!Array.isArray(part.enum)) continue;
    const place = `function_declarations[${at}].parameters.${path.join('.')}.enum`;
    const odd = part.enum.findIndex(choice => typeof choice !== 'string');
    if (odd >= 0) return `Invalid value at 'tools[0].${place}[${odd}]' (TYPE_STRING), ${part.enum[odd]}`;
    if (part.enum.includes('')) return `* GenerateContentRequest.tools[0].${place}: cannot be empty`;
    if (part.type !== 'string')
      return `* GenerateContentRequest.tools[0].${place}: only allowed for STRING type`;
  }
  return undefined;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const named = ['properties', '$defs', 'definitions', 'patternProperties'];
const listed = ['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items'];
const single = ['items', 'additionalProperties', 'not', 'contains'];

/** The schema and all those in it. */
function partsOf(schema: Schema, path: readonly string[] = []): readonly Found[] {
  const inner = Object.entries(schema).flatMap(([keyword, value]): readonly Found[] => {
    const within = (each: unknown, ...steps: readonly string[]) =>
      isSchema(each) ? partsOf(each, [...path, keyword, ...steps]) : [];
    if (Array.isArray(value) && listed.includes(keyword))
      return value.flatMap((each, at) => within(each, String(at)));
    if (!isSchema(value)) return [];
    if (named.includes(keyword)) return Object.entries(value).flatMap(([name, each]) => within(each, name));
    return single.includes(keyword) ? within(value) : [];
  });
  return [{ schema, path }, ...inner];
}
