import type { ComponentChildren } from 'preact'
import type { Language } from '#domain/text/language.ts'
import { inPageLanguage } from '#web/design/scope.ts'

/** What the pages of terminals say, in French. */
const french = {
  list: {
    title: 'Terminaux',
    all: 'Tous les terminaux',
    add: 'Ajouter un terminal',
    none: 'Encaissez en boutique',
    noneText: 'Ajoutez un terminal ou une caisse\u00A0: vous recevez un code pour l’activer.',
    neverSeen: 'Jamais utilisé',
  },
  /** Of a terminal, in the list, on its page and in its form. */
  known: {
    device: 'Appareil',
    name: 'Nom',
    type: 'Type',
    pointOfSale: 'Point de vente',
    activationCode: 'Code d’activation',
    codeExpires: (time: ComponentChildren) => <>expire {time}</>,
    key: 'Clé',
    serialNumber: 'Numéro de série',
    deviceType: 'Modèle',
    version: 'Version',
    lastSeen: 'Dernière activité',
    added: 'Ajouté',
    state: 'État',
    today: 'Encaissé aujourd’hui',
  },
  types: { pos: 'Terminal', shop: 'Caisse' },
  states: { active: 'Actif', pending_activation: 'À activer', disabled: 'Désactivé' },
  sessions: {
    title: 'Sessions de caisse',
    none: 'Aucune session n’a été ouverte ici.',
  },
  acts: {
    title: 'Actions',
    open: 'Ouvrir une session de caisse',
    change: 'Modifier',
    newCode: 'Nouveau code d’activation',
    newCodeText: 'La clé actuelle de l’appareil ne fonctionne plus, dès maintenant.',
    giveCode: 'Donner un nouveau code',
    enable: 'Réactiver',
    enableText: 'L’appareil encaissera de nouveau.',
    enableTerminal: 'Réactiver ce terminal',
    disable: 'Désactiver',
    disableText: 'L’appareil n’encaisse plus, jusqu’à ce que vous le réactiviez.',
    disableTerminal: 'Désactiver ce terminal',
    remove: 'Supprimer',
    removeText: 'C’est définitif. Sa session ouverte est clôturée, et ses ventes restent.',
    removeTerminal: 'Supprimer ce terminal',
  },
  /** What was done, on the next page. */
  done: {
    changed: 'C’est enregistré.',
    enabled: 'Le terminal est réactivé.',
    disabled: 'Le terminal est désactivé\u00A0: il n’encaisse plus.',
    removed: 'Le terminal est supprimé.',
  },
  code: {
    pageTitle: 'Code d’activation',
    title: (terminal: string) => `Activez «\u00A0${terminal}\u00A0»`,
    enter: 'Saisissez ce code sur l’appareil',
    copy: 'Copier le code',
    note: 'Il n’est affiché qu’une fois, et sert une fois. S’il est perdu ou expiré, demandez-en un autre.',
    expires: (time: ComponentChildren) => <>Il expire {time}.</>,
    done: 'C’est fait',
  },
  form: {
    add: 'Ajouter',
    changeTitle: (terminal: string) => `Modifier «\u00A0${terminal}\u00A0»`,
    save: 'Enregistrer',
    type: 'Type d’appareil',
    pos: 'Un terminal de paiement',
    posNote: 'Un appareil qui s’active par un code',
    shop: 'Une caisse',
    shopNote: 'Votre logiciel de caisse, avec ses caissiers',
    nameHint: 'Ce nom figure sur vos reçus.',
    nameExample: 'Caisse 1',
    pointOfSaleHint: 'Le même nom réunit les terminaux d’une boutique.',
    pointOfSaleExample: 'Boutique de Ganhi',
  },
  /** What is wrong with a field. */
  faults: {
    name: 'Donnez un nom à ce terminal.',
    type: 'Choisissez ce que c’est.',
    tooLong: (lengthMax: string) => `Raccourcissez à ${lengthMax} caractères.`,
  },
}

/** The same in English. */
const english: typeof french = {
  list: {
    title: 'Terminals',
    all: 'All terminals',
    add: 'Add a terminal',
    none: 'Take payments in your shop',
    noneText: 'Add a terminal or a cash desk: you get a code to activate it.',
    neverSeen: 'Never used',
  },
  known: {
    device: 'Device',
    name: 'Name',
    type: 'Type',
    pointOfSale: 'Point of sale',
    activationCode: 'Activation code',
    codeExpires: (time: ComponentChildren) => <>expires {time}</>,
    key: 'Key',
    serialNumber: 'Serial number',
    deviceType: 'Model',
    version: 'Version',
    lastSeen: 'Last seen',
    added: 'Added',
    state: 'Status',
    today: 'Collected today',
  },
  types: { pos: 'Terminal', shop: 'Cash desk' },
  states: { active: 'Active', pending_activation: 'Not activated', disabled: 'Disabled' },
  sessions: {
    title: 'Cash sessions',
    none: 'No session has been opened here yet.',
  },
  acts: {
    title: 'Actions',
    open: 'Open a cash session',
    change: 'Edit',
    newCode: 'New activation code',
    newCodeText: 'The device’s current key stops working right away.',
    giveCode: 'Get a new code',
    enable: 'Enable',
    enableText: 'The device will take payments again.',
    enableTerminal: 'Enable this terminal',
    disable: 'Disable',
    disableText: 'The device will take no more payments until you enable it again.',
    disableTerminal: 'Disable this terminal',
    remove: 'Delete',
    removeText: 'This is permanent. Its open session is closed; its sales are kept.',
    removeTerminal: 'Delete this terminal',
  },
  done: {
    changed: 'Saved.',
    enabled: 'The terminal is enabled again.',
    disabled: 'The terminal is disabled: it takes no more payments.',
    removed: 'The terminal has been deleted.',
  },
  code: {
    pageTitle: 'Activation code',
    title: (terminal) => `Activate “${terminal}”`,
    enter: 'Enter this code on the device',
    copy: 'Copy code',
    note: 'It is shown only once and works only once. If it is lost or expired, ask for a new one.',
    expires: (time: ComponentChildren) => <>It expires {time}.</>,
    done: 'Done',
  },
  form: {
    add: 'Add',
    changeTitle: (terminal) => `Edit “${terminal}”`,
    save: 'Save',
    type: 'Type of device',
    pos: 'A payment terminal',
    posNote: 'A device activated with a code',
    shop: 'A cash desk',
    shopNote: 'Your point-of-sale software, with its cashiers',
    nameHint: 'This name appears on your receipts.',
    nameExample: 'Cash desk 1',
    pointOfSaleHint: 'Use the same name for all terminals of one shop.',
    pointOfSaleExample: 'Ganhi shop',
  },
  faults: {
    name: 'Give this terminal a name.',
    type: 'Choose a type of device.',
    tooLong: (lengthMax) => `Shorten it to ${lengthMax} characters.`,
  },
}

export type TerminalWords = typeof french

export const terminalWords: Readonly<Record<Language, typeof french>> = { fr: french, en: english }

export const useTerminalWords = inPageLanguage(terminalWords)
