import type { ComponentChildren } from 'preact'

/** What the pages of webhooks say, in French. */
export const french = {
  shared: {
    title: 'Webhooks',
    all: 'Tous les webhooks',
    webhook: 'Webhook',
    events: 'Événements',
    event: 'Événement',
    transaction: 'Transaction',
    attempt: 'Essai',
    lastCode: 'Dernier code',
    status: 'Statut',
    state: 'État',
    date: 'Date',
    id: 'Identifiant',
    since: 'Depuis le',
    every: 'Tous',
    replayMissed: 'Relancer les envois échoués',
    sendTest: 'Envoyer un test',
    attemptOf: (number: string, most: string) => `essai ${number} sur ${most}`,
    attemptCount: (number: string, most: string) => `${number}\u00A0sur\u00A0${most}`,
    countOf: (number: string, most: string) => `${number} sur ${most}`,
  },
  states: {
    endpoint: { enabled: 'Actif', disabled: 'Désactivé' },
    deaf: 'Ne reçoit rien',
    delivery: {
      pending: 'En attente',
      failed: 'Échouée',
      delivered: 'Livrée',
      abandoned: 'Abandonnée',
    },
    replay: { running: 'En cours', done: 'Terminé', stopped: 'Arrêté' },
  },
  unavailable: {
    title: 'Historique indisponible',
    text: 'L’historique des livraisons ne répond pas pour l’instant. Vos réglages fonctionnent, et les envois continuent. Rechargez la page dans une minute.',
  },
  list: {
    intro:
      'Nous appelons votre serveur à chaque événement\u00A0: un paiement, un retrait, un remboursement. Sans réponse, nous essayons six fois.',
    add: 'Ajouter un webhook',
    full: 'Cinq webhooks par mode, actifs et désactivés compris\u00A0: supprimez-en un pour en ajouter un autre.',
    history: 'Historique des livraisons',
    none: 'Aucun webhook',
    noneForYou:
      'Un développeur, un administrateur ou le propriétaire du compte peut en ajouter un.',
    noneYet: 'Aucun webhook pour l’instant',
    noneYetText:
      'Donnez-nous l’adresse de votre serveur\u00A0: il sera prévenu de chaque événement.',
  },
  health: {
    title: 'Dernières 24 heures',
    none: 'Rien à livrer',
    share: (percent: string) => `${percent}\u00A0% livrés`,
    missed: (time: ComponentChildren) => <>Échec {time}</>,
  },
  one: {
    disabled:
      'Ce webhook ne reçoit rien tant qu’il est désactivé, et ce qui se passe entre-temps ne lui sera pas envoyé.',
    settings: 'Réglages',
    address: 'Adresse',
    secret: 'Secret',
    nextSecret: 'Prochain secret',
    secretFrom: (secret: ComponentChildren, time: ComponentChildren) => (
      <>
        {secret}, dès {time}
      </>
    ),
    added: 'Ajouté',
    change: 'Modifier',
    enable: 'Activer',
    disable: 'Désactiver',
    newSecret: 'Nouveau secret',
    remove: 'Supprimer',
    allEvents: 'Tous les événements',
    oneEvent: '1 événement',
    manyEvents: (count: string) => `${count} événements`,
    latest: 'Dernières livraisons',
    nothingSent:
      'Rien n’a encore été envoyé à cette adresse. Un test vous dit en quelques secondes si votre serveur répond.',
    itsDeliveries: 'Toutes ses livraisons',
  },
  listeners: {
    title: 'Sur la machine d’un développeur',
    intro:
      'Sans adresse publique, cette commande transmet les événements du mode test à un serveur de votre machine. Ce qu’il répond se lit ici, pendant 30 jours.',
    name: 'Nom',
    seen: 'Dernier signe',
    first: 'Première écoute',
    state: 'État',
    listening: 'À l’écoute',
    silent: 'Arrêtée',
    note: 'Les événements du mode test que payments listen a transmis à cette machine, et ce que son serveur a répondu. L’heure est celle à laquelle nous l’avons appris.',
    nothing:
      'Rien n’a encore été transmis. Faites un paiement de test pendant que l’écoute tourne.',
    caption: 'Événements transmis, les plus récents d’abord',
    tries: 'Essais',
    answer: 'Réponse',
    duration: 'Durée',
  },
  form: {
    addTitle: 'Ajouter un webhook',
    add: 'Ajouter le webhook',
    changeTitle: 'Modifier le webhook',
    changeNote:
      'Ce qui attend d’être envoyé part à la nouvelle adresse. Le choix des événements vaut pour la suite\u00A0: le passé n’est pas renvoyé.',
    save: 'Enregistrer',
    address: 'Adresse de votre serveur',
    addressHint: 'En https. Nous y envoyons une requête POST par événement.',
    addressExample: 'https://boutique.exemple/webhooks',
    name: 'Nom',
    nameHint: 'Pour vous y retrouver.',
    everyNote: 'Y compris ceux qui viendront s’ajouter',
    some: 'Seulement certains',
    someNote: 'Ceux que vous cochez plus bas',
    choose: 'Choisir les événements',
  },
  faults: {
    name: 'Raccourcissez le nom à 255 caractères.',
    noEvent: 'Cochez au moins un événement.',
    url: {
      too_long: 'Cette adresse est trop longue.',
      malformed:
        'Cette adresse est incomplète. Elle ressemble à https://boutique.exemple/webhooks.',
      not_https: 'L’adresse doit commencer par https://.',
      has_credentials:
        'Retirez le nom et le mot de passe de l’adresse\u00A0: la signature prouve que l’appel vient de nous.',
      port_refused: 'Utilisez le port 443, ou un port à partir de 1024.',
      private_address:
        'Cette adresse est privée ou locale\u00A0: nous ne pouvons appeler qu’une adresse publique.',
    },
    day: (days: string) => `Choisissez un jour des ${days} derniers.`,
  },
  done: {
    changed: 'Le webhook est modifié.',
    enabled: 'Le webhook est actif.',
    disabled: 'Le webhook est désactivé\u00A0; ce qui l’attendait est abandonné.',
    deleted: 'Le webhook est supprimé. Ses livraisons restent dans l’historique.',
    retried: 'L’envoi part tout de suite.',
    replayStopped: 'Le renvoi est arrêté.',
  },
  acts: {
    disableTitle: 'Désactiver le webhook',
    disableText:
      'Votre serveur ne recevra plus rien de nous, et ce qui attend d’être renvoyé est abandonné tout de suite. Les événements qui ont lieu entre-temps ne seront pas envoyés.',
    enableTitle: 'Activer le webhook',
    enableText:
      'Votre serveur recevra de nouveau les événements, à partir de maintenant. Ce qui a été abandonné se relance depuis l’historique.',
    renewText: (last: string) =>
      `Tout de suite\u00A0: l’ancien secret (${last}) cesse de signer, aussi pour ce qui attend d’être renvoyé\u00A0; jusqu’à ce que votre serveur connaisse le nouveau, il refuse nos appels, et nous les renvoyons. Dans 24 heures\u00A0: d’ici là les deux signent, l’ancien chiffre encore, et votre serveur a le temps d’accepter les deux.`,
    renew: 'Créer un nouveau secret',
    renewWhen: 'Quand remplace-t-il l’ancien\u00A0?',
    renewNow: 'Tout de suite (l’ancien est perdu ou volé)',
    renewLater: 'Dans 24 heures (sans rien manquer)',
    deleteTitle: 'Supprimer le webhook',
    deleteText: (url: ComponentChildren) => (
      <>
        {url} ne recevra plus rien, pour de bon. Ce qui l’attendait est abandonné{'\u00A0'}; ses
        livraisons restent dans l’historique.
      </>
    ),
    deleteForGood: 'Supprimer pour de bon',
    testText: (mark: ComponentChildren) => (
      <>
        Un événement d’exemple, marqué {mark}, part comme un vrai{'\u00A0'}: chiffré, signé, et
        renvoyé s’il manque. Cinq par heure.
      </>
    ),
    test: 'Envoyer le test',
    testWhich: 'Quel événement\u00A0?',
  },
  secret: {
    firstTitle: 'Votre webhook est prêt',
    newTitle: 'Votre nouveau secret',
    copyNow: 'Copiez son secret maintenant',
    copy: 'Copier le secret',
    note: 'Il n’est affiché qu’une fois. Gardez-le sur votre serveur\u00A0: il prouve que nos appels viennent de nous, et ouvre ce qu’ils contiennent.',
    copied: 'J’ai copié le secret',
  },
  verification: {
    title: 'Vérifier un appel',
    text: (secret: ComponentChildren) => (
      <>
        Avant de croire un appel, vérifiez sa signature et son heure sur le corps reçu, tel quel
        {'\u00A0'}: n’importe quelle bibliothèque Standard Webhooks le fait. Elle demande le secret
        ainsi{'\u00A0'}: {secret}
      </>
    ),
    samples: { node: 'En Node.js', php: 'En PHP', python: 'En Python' },
    afterwards: (payload: ComponentChildren, id: ComponentChildren) => (
      <>
        Puis ouvrez {payload} et répondez 2xx en moins de dix secondes. Le même {id} peut venir deux
        fois{'\u00A0'}: ne le traitez qu’une.
      </>
    ),
  },
  deliveries: {
    title: 'Livraisons',
    all: 'Toutes les livraisons',
    caption: 'Livraisons, les plus récentes d’abord',
    test: '(test)',
    transactionHint: 'Son identifiant ou sa référence, en entier.',
    noMatch: 'Aucune livraison ne correspond',
    noMatchText: 'Un événement que le webhook n’a pas demandé n’est pas envoyé, et n’est pas ici.',
    seeAll: 'Voir toutes les livraisons',
    noneYet: 'Aucune livraison pour l’instant',
    noneYetText:
      'Chaque événement envoyé à vos webhooks apparaît ici, avec la réponse de votre serveur.',
    seeWebhooks: 'Voir les webhooks',
  },
  delivery: {
    course: 'Déroulement',
    title: 'Livraison',
    copyId: (header: string) => `Copier ${header}`,
    data: 'Données envoyées',
    dataNote: (field: ComponentChildren) => (
      <>Le champ {field}, sans ce qui identifie une personne.</>
    ),
    answer: 'Réponse de votre serveur',
    type: 'Type',
    deleted: (webhook: string) => `${webhook} (supprimé)`,
    testOnly: 'Test, sans transaction',
    eventOf: 'Événement du',
    address: 'Adresse appelée',
    delivered: 'Livrée',
    duration: 'Durée de l’appel',
    lastError: 'Dernière erreur',
  },
  course: {
    recorded: 'Événement enregistré',
    extra: 'relance',
    sending: (count: string) => `Envoi en cours, ${count}`,
    received: (answer: string, count: string) => `Reçu${answer}, ${count}`,
    missed: (answer: string, count: string) => `Non reçu${answer}, ${count}`,
    abandoned: 'Abandonnée\u00A0: plus aucun essai de nous-mêmes',
    soonSent: 'Envoi imminent',
    soon: 'Prochain essai dans moins d’une minute',
    next: 'Prochain essai',
  },
  retry: {
    hurryTitle: 'Passer au prochain essai',
    hurryNote: 'En mode test, vous n’avez pas à attendre l’heure du prochain essai.',
    hurry: 'Essayer maintenant',
    title: 'Relancer',
    now: 'Relancer maintenant',
    notes: {
      pending: 'Sans nouvelles depuis plus de dix minutes.',
      failed:
        'Le prochain essai a lieu tout de suite, et la suite du calendrier part de là. Dix relances par heure.',
      abandoned:
        'Un essai de plus, sous le même identifiant\u00A0: votre serveur reconnaît un doublon. Dix relances par heure.',
    },
  },
  replays: {
    title: 'Renvois',
    intro:
      'Votre serveur était en panne\u00A0? Toutes les livraisons échouées ou abandonnées depuis un jour partent de nouveau, peu à peu, sous les mêmes identifiants.',
    latest: 'Derniers renvois',
    start: 'Tout renvoyer',
    sinceHint: (days: string) => `Un jour des ${days} derniers.`,
    everyWebhook: 'Tous les webhooks actifs',
    all: 'Tous les renvois',
    one: 'Renvoi',
    oneOf: (webhook: string) => `Renvoi de ${webhook}`,
    ofAll: 'tous les webhooks',
    progress: 'Livraisons renvoyées',
    seeMissed: 'Voir ce qui manque encore',
    stopTitle: 'Arrêter',
    stopNote: 'Ce qui est déjà parti n’est pas rappelé\u00A0; le reste n’est pas renvoyé.',
    stop: 'Arrêter le renvoi',
    received: 'Reçues',
    missedAgain: 'Manquées de nouveau',
    underWay: 'En cours',
    notSent: 'Non renvoyées',
    toSend: 'À renvoyer',
    started: 'Commencé',
    ended: 'Terminé',
    when: 'Quand',
  },
}

export type WebhookWords = typeof french
