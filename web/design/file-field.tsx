import { fieldId } from './form.tsx'
import { useDesignWords } from './words.tsx'

/** A file that the page’s script puts into its form (`form.file(name)`); without JavaScript it is not shown. */
export function FileField({
  name,
  label,
  hint,
  accept,
  megabytesMax,
}: {
  readonly name: string
  readonly label: string
  readonly hint: string
  /** Which files are offered: `.csv`. */
  readonly accept: string
  readonly megabytesMax: number
}) {
  const id = fieldId(name)
  const words = useDesignWords().file
  return (
    <div class="field" hidden>
      <label for={id}>{label}</label>
      <p class="hint" id={`${id}-aide`}>
        {hint}
      </p>
      <span class="box">
        <input
          id={id}
          type="file"
          accept={accept}
          aria-describedby={`${id}-aide`}
          data-into={name}
          data-max={String(megabytesMax * 1_000_000)}
          data-too-large={words.tooLarge(String(megabytesMax))}
          data-reading={words.reading}
          data-unread={words.unread}
        />
      </span>
      <input type="hidden" name={name} />
    </div>
  )
}
