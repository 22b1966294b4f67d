import { fieldId } from './form.tsx'
import { Icon } from './icon.tsx'

export interface Choice {
  readonly value: string
  readonly label: string
  readonly note?: string
  /** A path of this service. */
  readonly picture?: string
  /** A picture of ours as SVG text, drawn into the page. */
  readonly drawing?: string
  /** The prefixes of its numbers, by which the script recognises it. */
  readonly prefixes?: readonly string[]
}

export interface ChoicesProps {
  readonly name: string
  readonly label: string
  readonly choices: readonly Choice[]
  readonly value?: string | undefined
  readonly error?: string | undefined
  /** Shown for the choice that the service makes by itself. */
  readonly isOptional?: boolean
}

/** A choice of a few, each a card that is easy to tap: the operator to pay with. */
export function Choices({ name, label, choices, value, error, isOptional }: ChoicesProps) {
  const id = fieldId(name)
  return (
    <fieldset
      class={error === undefined ? 'field' : 'field wrong'}
      id={id}
      aria-describedby={error === undefined ? undefined : `${id}-erreur`}
    >
      <legend class="label">{label}</legend>
      <div class="choices">
        {choices.map((choice) => (
          <label class="choice" key={choice.value}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              required={!isOptional}
              data-prefixes={choice.prefixes?.join(' ')}
            />
            <span class="who">
              <b>{choice.label}</b>
              {choice.note && <span class="soft">{choice.note}</span>}
            </span>
            {choice.drawing && (
              <span
                class="drawing"
                aria-hidden="true"
                dangerouslySetInnerHTML={{ __html: choice.drawing }}
              />
            )}
            {choice.picture && <img src={choice.picture} alt="" width="40" height="40" />}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p class="error" id={`${id}-erreur`}>
          <Icon name="alert" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  )
}
