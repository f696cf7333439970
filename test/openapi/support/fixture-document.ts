import { buildDocument, type DocumentOptions } from '../../../src/openapi/document.js';
import { NoteChangedDto } from './note.dto.js';
import { AuthController, HealthController, NotesController } from './notes.controller.js';

/** Options for a small API that has one operation of every kind. */
export const fixture: DocumentOptions = {
  controllers: [
    { controller: NotesController, tag: 'timeline' },
    { controller: HealthController, tag: 'health' },
    { controller: AuthController, tag: 'auth' },
  ],
  version: '1.0.0',
  production: false,
  webhooks: [
    {
      type: 'note.changed',
      description: 'A note was changed.',
      data: NoteChangedDto,
      severities: [1],
      titleOfExample: 'A note was changed',
      tag: 'timeline',
    },
  ],
};

export const fixtureDocument = () => buildDocument(fixture);
