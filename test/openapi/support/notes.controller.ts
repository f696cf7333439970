import {
  Authorized,
  Body,
  Delete,
  Get,
  HeaderParam,
  HttpCode,
  JsonController,
  OnUndefined,
  Param,
  Patch,
  Post,
  QueryParams,
} from 'routing-controllers';
import { ByRefreshCookie, Endpoint, Public } from '../../../src/api/endpoint.js';
import { text } from '../../../src/api/rules.js';
import { CreateNote, HealthDto, NoteChangedDto, NoteDto, NoteListDto, NoteQuery, UpdateNote } from './note.dto.js';

/** One operation of every kind that the service has. Only the decorators are used. */
@JsonController('/notes')
export class NotesController {
  @Get('/')
  @Authorized()
  @Endpoint({ summary: 'List the notes', description: 'Returns the notes by id.', returns: NoteListDto })
  listNotes(@QueryParams() query: NoteQuery) {
    return query;
  }

  @Post('/')
  @HttpCode(201)
  @Authorized()
  @Endpoint({ summary: 'Write a note', description: 'Stores a note.', returns: NoteDto, status: 201, idempotent: true })
  createNote(@Body() body: CreateNote) {
    return body;
  }

  @Post('/import')
  @Authorized()
  @Endpoint({
    summary: 'Import notes',
    description: 'Stores one note for each line.',
    returns: NoteListDto,
    accepts: { 'text/csv': { description: 'Title and text.', example: 'title,body\nGroceries,milk\n' } },
    alsoReturns: { 201: 'All of them were new.' },
  })
  importNotes(@Body() body: string) {
    return body;
  }

  @Get('/stream')
  @Authorized()
  @Endpoint({
    summary: 'Follow the notes',
    description: 'Sends every change as it happens.',
    alternatives: {
      'text/event-stream': { description: 'One event per change.', events: { changed: NoteChangedDto } },
    },
  })
  streamNotes(@HeaderParam('Last-Event-ID') last: string) {
    return last;
  }

  @Get('/chart/:symbol.svg')
  @Authorized()
  @Endpoint({
    summary: 'Draw the notes',
    description: 'Draws the number of notes by day.',
    alternatives: { 'image/svg+xml': 'The chart as a picture.' },
    params: { symbol: { description: 'The symbol to draw.', rule: text(1, 20, /^[A-Z.]{1,20}$/), example: 'AAPL.US' } },
  })
  drawNotes(@Param('symbol') symbol: string) {
    return symbol;
  }

  @Get('/:id')
  @Authorized()
  @Endpoint({
    summary: 'Read a note',
    description: 'Returns a note, or a picture of it.',
    returns: NoteDto,
    alternatives: { 'image/svg+xml': 'As a picture.' },
  })
  readNote(@Param('id') id: string) {
    return id;
  }

  @Patch('/:id')
  @Authorized()
  @Endpoint({
    summary: 'Change a note',
    description: 'Changes what is given.',
    returns: NoteDto,
    ifMatch: true,
    errors: ['conflict'],
  })
  updateNote(@Param('id') id: string, @Body() body: UpdateNote) {
    return { id, body };
  }

  @Delete('/:id')
  @OnUndefined(204)
  @Authorized('operator')
  @Endpoint({ summary: 'Delete a note', description: 'Deletes the note for good.', ifMatch: true })
  deleteNote(@Param('id') _id: string) {}
}

@JsonController('/health')
@Public()
export class HealthController {
  @Get()
  @Endpoint({
    summary: 'Check that the process responds',
    description: 'Returns a constant, without I/O.',
    returns: HealthDto,
    alsoReturns: { 503: 'It does not.' },
  })
  getHealth() {
    return { status: 'ok' };
  }
}

@JsonController('/auth')
export class AuthController {
  @Post('/refresh')
  @ByRefreshCookie()
  @Endpoint({
    summary: 'Refresh the access token',
    description: 'Rotates the cookie.',
    returns: HealthDto,
    setsCookie: true,
    errors: ['refresh_reused'],
    deprecated: { sunset: '2027-01-01T00:00:00Z', instead: 'Use another.' },
  })
  refresh() {
    return { status: 'ok' };
  }
}
