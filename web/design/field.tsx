import { type ComponentChildren, h } from 'preact'
import { fieldId } from './form.tsx'
import { Icon } from './icon.tsx'
import { useDesignWords } from './words.tsx'

export interface FieldProps {
  readonly name: string
  readonly label: string
  readonly value?: string
  /** A hint before the field: what to write. */
  readonly hint?: string | undefined
  /** What was refused, and what to do. */
  readonly error?: string | undefined
  readonly isOptional?: boolean
  /** It filters a list, or belongs to a choice: no need to say that it is optional. */
  readonly isFilter?: boolean
}

interface TextProps extends FieldProps {
  readonly type?: 'text' | 'email' | 'password' | 'search' | 'date' | 'url'
  readonly inputMode?: 'text' | 'decimal' | 'numeric' | 'email' | 'search'
  readonly autocomplete?: string
  readonly maxLength?: number
  readonly unit?: string
  readonly example?: string
  /** The field that gets the focus first. */
  readonly isFirst?: boolean
}

/** One line of text; with `unit`, followed by its unit. */
export function TextField(props: TextProps) {
  const { type = 'text', inputMode, autocomplete, maxLength, unit, example, isFirst } = props
  return (
    <Labelled {...props}>
      <span class="box">
        {h('input', {
          ...controlOf(props),
          type,
          value: props.value ?? '',
          inputMode,
          autocomplete,
          maxLength,
          placeholder: example,
          autofocus: isFirst,
          'data-amount': unit && '',
        })}
        {unit && <span>{unit}</span>}
      </span>
    </Labelled>
  )
}

/** A Mobile Money number: national digits, with the country code in front. */
export function PhoneField(
  props: FieldProps & {
    readonly countryCode: string
    readonly example?: string
    /** It is not the number of the person who types it. */
    readonly isOfAnother?: boolean
  },
) {
  return (
    <Labelled {...props}>
      <span class="box tel">
        <span>+{props.countryCode}</span>
        <input
          {...controlOf(props)}
          type="tel"
          inputMode="tel"
          data-code={props.countryCode}
          autocomplete={props.isOfAnother ? 'off' : 'tel-national'}
          value={props.value ?? ''}
          placeholder={props.example}
          maxLength={24}
        />
      </span>
    </Labelled>
  )
}

/** Several lines. */
export function LinesField(props: FieldProps & { readonly maxLength?: number }) {
  return (
    <Labelled {...props}>
      <span class="box">
        <textarea {...controlOf(props)} rows={3} maxLength={props.maxLength}>
          {props.value}
        </textarea>
      </span>
    </Labelled>
  )
}

/** One of a list. */
export function SelectField(
  props: FieldProps & { readonly options: readonly (readonly [value: string, label: string])[] },
) {
  return (
    <Labelled {...props}>
      <span class="box">
        <select {...controlOf(props)}>
          {props.options.map(([value, label]) => (
            <option key={value} value={value} selected={value === props.value}>
              {label}
            </option>
          ))}
        </select>
      </span>
    </Labelled>
  )
}

/** A box to tick. */
export function TickField({
  name,
  label,
  isTicked,
  value = 'oui',
}: Pick<FieldProps, 'name' | 'label'> & { readonly isTicked?: boolean; readonly value?: string }) {
  return (
    <label class="check choice">
      <input id={fieldId(name)} type="checkbox" name={name} value={value} checked={isTicked} />
      <span>{label}</span>
    </label>
  )
}

/** Label, hint, control and error, linked to each other for screen readers. */
function Labelled({
  name,
  label,
  hint,
  error,
  isOptional,
  children,
}: FieldProps & { readonly children: ComponentChildren }) {
  const id = fieldId(name)
  const words = useDesignWords()
  return (
    <div class={error === undefined ? 'field' : 'field wrong'}>
      <label for={id}>
        {label}
        {isOptional && <span class="soft small"> {words.optional}</span>}
      </label>
      {hint && (
        <p class="hint" id={`${id}-aide`}>
          {hint}
        </p>
      )}
      {children}
      {error !== undefined && (
        <p class="error" id={`${id}-erreur`}>
          <Icon name="alert" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}

function controlOf({ name, hint, error, isOptional, isFilter }: FieldProps) {
  const id = fieldId(name)
  const described = [hint && `${id}-aide`, error !== undefined && `${id}-erreur`].filter(Boolean)
  return {
    id,
    name,
    required: !isOptional && !isFilter,
    'aria-invalid': error === undefined ? undefined : ('true' as const),
    'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
  }
}
