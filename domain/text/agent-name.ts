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
  const { unknown, on } = words[language]
  if (agent === null || agent.trim() === '') return unknown
  const nameOf = (list: typeof programs) => list.find(([sign]) => sign.test(agent))?.[1]
  const [program, system] = [nameOf(programs), nameOf(systems)]
  if (program !== undefined) return system === undefined ? program : `${program} ${on} ${system}`
  return agent.length > lengthMax ? `${agent.slice(0, lengthMax)}…` : agent
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
