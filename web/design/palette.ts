import { readFileSync } from 'node:fs'

const names = [
  'paper',
  'card',
  'ink',
  'soft',
  'line',
  'bissap',
  'accent',
  'on-accent',
  'tint',
  'ok',
  'ok-tint',
  'wait',
  'wait-tint',
  'gold',
  'clay',
  'leaf',
  'rail',
] as const

export type ColourName = (typeof names)[number]

/** The pages' colours, for use outside of pages: each is read from `css/tokens.css`, its only definition. */
export const [day, night] = readPalettes()

type Palette = Readonly<Record<ColourName, string>>

function readPalettes(): readonly [day: Palette, night: Palette] {
  const text = readFileSync(new URL('./css/tokens.css', import.meta.url), 'utf8')
  const [byDay = '', byNight = ''] = text.split('prefers-color-scheme: dark')
  const first = paletteOf(byDay, {})
  return [first, paletteOf(byNight, first)]
}

/** In the dark theme, colours that are not redefined stay the same. */
function paletteOf(text: string, before: Partial<Palette>): Palette {
  const found = Object.fromEntries(
    Array.from(text.matchAll(/--([a-z-]+): ([^;]+);/g), ([, name, value]) => [name, value]),
  )
  const colourOf = (name: string): string => {
    const value = found[name] ?? before[name as ColourName]
    if (value === undefined) throw new RangeError(`no such colour: ${name}`)
    const [, other] = /^var\(--([a-z-]+)\)$/.exec(value) ?? []
    return other === undefined ? value : colourOf(other)
  }
  return Object.fromEntries(names.map((name) => [name, colourOf(name)])) as Palette
}
