export type FormField = StringField | NumberField | BooleanField | ChoiceField | ChoicesField;

interface CommonField {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly required: boolean;
}

export interface StringField extends CommonField {
  readonly kind: 'string';
  readonly format?: 'email' | 'uri' | 'date' | 'date-time';
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly default?: string;
}

export interface NumberField extends CommonField {
  readonly kind: 'number' | 'integer';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

export interface BooleanField extends CommonField {
  readonly kind: 'boolean';
  readonly default?: boolean;
}

export interface ChoiceField extends CommonField {
  readonly kind: 'choice';
  readonly options: readonly FormOption[];
  readonly default?: string;
}

export interface ChoicesField extends CommonField {
  readonly kind: 'choices';
  readonly options: readonly FormOption[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: readonly string[];
}

export interface FormOption {
  readonly value: string;
  readonly title: string;
}
