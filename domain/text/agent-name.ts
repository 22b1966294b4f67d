import type { Language } from './language.ts'

const programs: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const lengthMax = 40

const words = {
  fr: { unknown: 'Appareil inconnu', on: 'sur' },
  en: { unknown: 'Unknown device', on: 'on' },
} as const satisfies Record<Language, object>

/** A readable name for a user agent: “Firefox sur Android”, in English “Firefox on Android”. It proves nothing. */
export function agentName(agent: string | null, language: Language = 'fr'): string {
  if (agent === null || agent.trim() === '') return words[language].unknown
  const known = knownName(agent, language)
  if (known !== undefined) return known
  return agent.length > lengthMax ? `${agent.slice(0, lengthMax)}…` : agent
}

function knownName(agent: string, language: Language): string | undefined {
  const nameOf = (list: typeof programs) => list.find(([sign]) => sign.test(agent))?.[1]
  const [program, system] = [nameOf(programs), nameOf(systems)]
  if (program === undefined || system === undefined) return program
  return `${program} ${words[language].on} ${system}`
}

/**
 * The same in French for a mail, which says nothing that somebody with a stolen password has written to its reader: of
 * an unknown program only the word that it is called by, `curl`.
 */
export function mailedAgentName(agent: string | null): string {
  const [word] = /^[A-Za-z-]{1,20}(?=\/)/.exec(agent ?? '') ?? []
  return knownName(agent ?? '', 'fr') ?? word ?? words.fr.unknown
}

/** A name that was stored in French, in the reader's language. */
export function keptAgentName(name: string, language: Language): string {
  if (name === words.fr.unknown) return words[language].unknown
  const known = systems.find(([, system]) => name.endsWith(` ${words.fr.on} ${system}`))
  if (known === undefined) return name
  const [, system] = known
  const program = name.slice(0, -` ${words.fr.on} ${system}`.length)
  return `${program} ${words[language].on} ${system}`
}
