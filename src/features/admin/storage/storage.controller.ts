import { Authorized, Get, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { DatabaseStorageDto } from './storage.dto.js';
import { StorageService } from './storage.service.js';

@Service()
@Authorized('operator')
@JsonController('/admin/storage')
export class StorageController {
  constructor(private readonly storage: StorageService) {}

  @Get('')
  @Endpoint({
    summary: 'Get the storage in use',
    description:
      'Returns the size of the database and of each table, largest first, the free disk space, and the time of ' +
      'the last backup.',
    returns: DatabaseStorageDto,
  })
  async getStorage(): Promise<DatabaseStorageDto> {
    return DatabaseStorageDto.from(await this.storage.read());
  }
}
