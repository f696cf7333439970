export interface ClientNote {
  id: string;
  clientId: string;
  title: string;
  text: string | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}
