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

/** A readable name for a user agent, in French: “Firefox sur Android”. It proves nothing. */
export function agentName(agent: string | null): string {
  if (agent === null || agent.trim() === '') return 'Appareil inconnu'
  const nameOf = (list: typeof programs) => list.find(([sign]) => sign.test(agent))?.[1]
  const [program, system] = [nameOf(programs), nameOf(systems)]
  if (program !== undefined) return system === undefined ? program : `${program} sur ${system}`
  return agent.length > lengthMax ? `${agent.slice(0, lengthMax)}…` : agent
}
