import { fieldId } from './form.tsx'
import { Icon } from './icon.tsx'

export interface Choice {
  readonly value: string
  readonly label: string
  readonly note?: string
  /** A path of this service. */
  readonly picture?: string
}

export interface ChoicesProps {
  readonly name: string
  readonly label: string
  readonly choices: readonly Choice[]
  readonly value?: string
  readonly error?: string | undefined
}

/** One of a few, each a card that a thumb finds: the operator to pay with. */
export function Choices({ name, label, choices, value, error }: ChoicesProps) {
  return (
    <fieldset class={error === undefined ? 'field' : 'field wrong'} id={fieldId(name)}>
      <legend class="label">{label}</legend>
      <div class="choices">
        {choices.map((choice) => (
          <label class="choice" key={choice.value}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              required
            />
            <span class="who">
              <b>{choice.label}</b>
              {choice.note && <span class="soft">{choice.note}</span>}
            </span>
            {choice.picture && <img src={choice.picture} alt="" width="40" height="40" />}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p class="error">
          <Icon name="alert" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  )
}
