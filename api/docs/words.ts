/** Languages of the documentation; French has the addresses without a language prefix. */
export type Language = 'fr' | 'en'

/** Texts of the pages around guides and descriptions. */
export const words = {
  fr: {
    home: 'Documentation de l’API',
    lead: 'Une clé, un appel, un webhook\u00A0: encaissez, payez et suivez en quelques heures.',
    guides: 'Guides',
    reference: 'Référence',
    errors: 'Codes d’erreur',
    sandbox: 'Cartes et numéros de test',
    search: 'Chercher dans la documentation',
    operations: 'Toutes les opérations',
    other: 'English',
    parameters: 'Paramètres',
    body: 'Corps',
    answer: 'Réponse',
    refusals: 'Refus possibles',
    noKey: 'Sans clé',
    required: 'obligatoire',
    field: 'champ',
    meaning: 'ce qu’il dit',
    example: 'Exemple',
    tryIt: 'Essayer avec une clé de test',
    send: 'Envoyer',
    yourKey: 'Votre clé de test (SKSANDBOX_…), gardée dans cette page seule',
    copy: 'Copier',
    linkTo: 'Lien vers',
    contents: 'Sommaire',
    missing: 'Page introuvable',
    missingLead:
      'La documentation n’a pas de page à cette adresse. Cherchez-la ci-dessus, ou dans le sommaire.',
  },
  en: {
    home: 'API documentation',
    lead: 'One key, one call, one webhook: collect, pay out and follow up in an afternoon.',
    guides: 'Guides',
    reference: 'Reference',
    errors: 'Error codes',
    sandbox: 'Test cards and numbers',
    search: 'Search the documentation',
    operations: 'All operations',
    other: 'Français',
    parameters: 'Parameters',
    body: 'Body',
    answer: 'Answer',
    refusals: 'Possible refusals',
    noKey: 'No key',
    required: 'required',
    field: 'field',
    meaning: 'what it says',
    example: 'Example',
    tryIt: 'Try it with a sandbox key',
    send: 'Send',
    yourKey: 'Your sandbox key (SKSANDBOX_…), kept in this page alone',
    copy: 'Copy',
    linkTo: 'Link to',
    contents: 'Contents',
    missing: 'Page not found',
    missingLead:
      'The documentation has no page at this address. Search for it above, or in the contents.',
  },
} as const satisfies Readonly<Record<Language, Readonly<Record<string, string>>>>

/** The path prefix of a language. */
export function rootOf(language: Language): string {
  return language === 'fr' ? '/docs' : '/docs/en'
}

/** Makes the spaces before French punctuation non-breaking. */
export function typeset(text: string, language: Language): string {
  return language === 'fr'
    ? text.replaceAll(/ (?=[:;!?»])/g, '\u00A0').replaceAll('« ', '«\u00A0')
    : text
}

/** The path of a language's error codes. */
export function errorsRoot(language: Language): string {
  return language === 'fr' ? '/docs/erreurs' : '/docs/en/errors'
}

/** A heading as a URL slug. */
export function slugOf(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
